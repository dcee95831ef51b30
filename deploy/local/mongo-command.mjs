import net from 'node:net';

/**
 * The part of MongoDB's wire protocol that setting up a replica set needs, so that it works before any package is
 * installed. Sources: the MongoDB wire protocol (OP_MSG) and bsonspec.org 1.1.
 */

const OP_MSG = 2013;

/**
 * Runs one command, on the admin database unless the command names another in `$db`, over a connection of its own.
 *
 * @param {{ host: string, port: number }} address
 * @param {Record<string, unknown>} command strings, whole numbers, booleans, objects and lists
 * @param {number} [timeoutMs]
 * @returns {Promise<Record<string, any>>} the server's reply; check `ok`
 */
export function mongoCommand({ host, port }, command, timeoutMs = 5000) {
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
    socket.once('connect', () => socket.write(message({ ...command, $db: command.$db ?? 'admin' })));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 4 || received.length < received.readInt32LE(0)) return;
      try {
        resolve(readDocument(received, 21).value);
      } catch (error) {
        reject(error);
      }
      socket.destroy();
    });
  });
}

function message(document) {
  const body = writeDocument(Object.entries(document));
  const header = Buffer.alloc(21);
  header.writeInt32LE(21 + body.length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([header, body]);
}

function writeDocument(entries) {
  const parts = entries.map(([name, value]) => writeElement(name, value));
  const length = Buffer.alloc(4);
  length.writeInt32LE(5 + parts.reduce((sum, part) => sum + part.length, 0));
  return Buffer.concat([length, ...parts, Buffer.of(0)]);
}

function writeElement(name, value) {
  const element = (type, ...content) =>
    Buffer.concat([Buffer.of(type), Buffer.from(`${name}\0`), ...content.map((part) => Buffer.from(part))]);
  const int32 = (number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(number);
    return bytes;
  };
  if (typeof value === 'string') return element(0x02, int32(Buffer.byteLength(value) + 1), `${value}\0`);
  if (Number.isInteger(value)) return element(0x10, int32(value));
  if (typeof value === 'boolean') return element(0x08, Buffer.of(value ? 1 : 0));
  if (Array.isArray(value))
    return element(0x04, writeDocument(value.map((item, index) => [String(index), item])));
  if (value && typeof value === 'object') return element(0x03, writeDocument(Object.entries(value)));
  throw new TypeError(`${name} is of a kind that this writer does not know`);
}

function readDocument(bytes, start) {
  const end = start + bytes.readInt32LE(start);
  const value = {};
  let at = start + 4;
  while (bytes[at] !== 0) {
    const type = bytes[at];
    const nameEnd = bytes.indexOf(0, at + 1);
    const name = bytes.toString('utf8', at + 1, nameEnd);
    const read = readValue(bytes, type, nameEnd + 1);
    value[name] = read.value;
    at = read.end;
  }
  return { value, end };
}

function readValue(bytes, type, at) {
  switch (type) {
    case 0x01:
      return { value: bytes.readDoubleLE(at), end: at + 8 };
    case 0x02: {
      const length = bytes.readInt32LE(at);
      return { value: bytes.toString('utf8', at + 4, at + 3 + length), end: at + 4 + length };
    }
    case 0x03:
      return readDocument(bytes, at);
    case 0x04: {
      const { value, end } = readDocument(bytes, at);
      return { value: Object.values(value), end };
    }
    case 0x05:
      return { value: undefined, end: at + 5 + bytes.readInt32LE(at) };
    case 0x07:
      return { value: bytes.toString('hex', at, at + 12), end: at + 12 };
    case 0x08:
      return { value: bytes[at] === 1, end: at + 1 };
    case 0x0a:
      return { value: null, end: at };
    case 0x10:
      return { value: bytes.readInt32LE(at), end: at + 4 };
    case 0x09:
    case 0x11:
    case 0x12:
      return { value: bytes.readBigInt64LE(at), end: at + 8 };
    default:
      throw new TypeError(`an element of type ${type} in MongoDB's answer is not known to this reader`);
  }
}
