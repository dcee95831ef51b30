import net from 'node:net';

const METADATA = 3;
const VERSION = 4;

/**
 * Asks a broker for the cluster's metadata (Kafka protocol, Metadata request version 4): an open port alone does not
 * mean that Kafka is ready.
 *
 * @param {{ host: string, port: number }} address
 * @param {number} [timeoutMs]
 * @returns {Promise<{ brokers: number, controllerId: number }>} the number of brokers and the id of the controller
 */
export function kafkaMetadata({ host, port }, timeoutMs = 3000) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, timeout: timeoutMs });
    let received = Buffer.alloc(0);
    const fail = (error) => {
      socket.destroy();
      reject(error);
    };
    socket.once('error', fail);
    socket.once('timeout', () => fail(new Error(`no response from ${host}:${port}`)));
    socket.once('close', () => reject(new Error(`${host}:${port} closed the connection`)));
    socket.once('connect', () => socket.write(request()));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 4 || received.length < 4 + received.readInt32BE(0)) return;
      try {
        resolve(readResponse(received));
      } catch (error) {
        reject(error);
      }
      socket.destroy();
    });
  });
}

function request() {
  const clientId = 'start';
  const bytes = Buffer.alloc(4 + 10 + clientId.length + 5);
  bytes.writeInt32BE(bytes.length - 4, 0);
  bytes.writeInt16BE(METADATA, 4);
  bytes.writeInt16BE(VERSION, 6);
  bytes.writeInt32BE(1, 8);
  bytes.writeInt16BE(clientId.length, 12);
  bytes.write(clientId, 14);
  // An empty list of topics requests the brokers only. The last byte forbids creating topics.
  bytes.writeInt32BE(0, 14 + clientId.length);
  return bytes;
}

function readResponse(bytes) {
  let at = 12;
  const skipString = () => {
    at += 2 + Math.max(0, bytes.readInt16BE(at));
  };
  const brokers = bytes.readInt32BE(at);
  at += 4;
  for (let index = 0; index < brokers; index += 1) {
    at += 4;
    skipString();
    at += 4;
    skipString();
  }
  skipString();
  return { brokers, controllerId: bytes.readInt32BE(at) };
}
