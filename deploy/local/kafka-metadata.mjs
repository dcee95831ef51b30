import net from 'node:net';

const METADATA = { key: 3, version: 4 };
const SASL_HANDSHAKE = { key: 17, version: 1 };
const SASL_AUTHENTICATE = { key: 36, version: 0 };
const CLIENT_ID = 'start';

/**
 * Asks a broker for the cluster's metadata (Kafka protocol, Metadata request version 4): an open port alone does not
 * mean that Kafka is ready.
 *
 * @param {{ host: string, port: number }} address
 * @param {{ name: string, password: string }} [user] signs in with SASL/PLAIN first
 * @param {number} [timeoutMs]
 * @returns {Promise<{ brokers: number, controllerId: number }>} the number of brokers and the id of the controller
 */
export function kafkaMetadata({ host, port }, user, timeoutMs = 3000) {
  const steps = [
    ...(user ? [handshake(), authenticate(user)] : []),
    // An empty list of topics requests the brokers only. The last byte forbids creating topics.
    { bytes: request(METADATA, Buffer.alloc(5)), read: readMetadata },
  ];
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
    socket.once('connect', () => socket.write(steps[0].bytes));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 4 || received.length < 4 + received.readInt32BE(0)) return;
      try {
        const result = steps.shift().read(received);
        received = Buffer.alloc(0);
        if (steps.length > 0) socket.write(steps[0].bytes);
        else {
          resolve(result);
          socket.destroy();
        }
      } catch (error) {
        fail(error);
      }
    });
  });
}

function handshake() {
  return { bytes: request(SASL_HANDSHAKE, string('PLAIN')), read: readErrorCode };
}

function authenticate({ name, password }) {
  const secret = Buffer.from(`\0${name}\0${password}`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(secret.length);
  return { bytes: request(SASL_AUTHENTICATE, Buffer.concat([length, secret])), read: readErrorCode };
}

function request({ key, version }, body) {
  const header = Buffer.alloc(12);
  header.writeInt16BE(key, 4);
  header.writeInt16BE(version, 6);
  header.writeInt32BE(1, 8);
  const bytes = Buffer.concat([header, string(CLIENT_ID), body]);
  bytes.writeInt32BE(bytes.length - 4, 0);
  return bytes;
}

function string(text) {
  const length = Buffer.alloc(2);
  length.writeInt16BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
}

function readErrorCode(bytes) {
  const code = bytes.readInt16BE(8);
  if (code !== 0) throw new Error(`the broker refused the user (error ${code})`);
}

function readMetadata(bytes) {
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
