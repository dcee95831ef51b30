/**
 * Holds slow clients open until it is killed: `node slow-clients.mjs URL CLIENTS [one|many]`. They send a body, headers or an upload
 * byte by byte, or do not read a response, and come again when they are disconnected. Prints `ready` once all have connected.
 * `many` gives each client an address of its own, reported as a proxy would.
 */
import { connect } from 'node:net';

const [, , url = '', clients = '1000', addresses = 'one', only = ''] = process.argv;
const { hostname, port } = new URL(url);
const BYTE_EVERY_MS = 2_000;
const RETURN_AFTER_MS = 5_000;

/** Only a share of all, because complete requests that wait for their client have a limit of their own. */
const KINDS = {
  body: (client) => lines('POST /api/user/login/', client, ['Content-Length: 1000']),
  headers: (client) => lines('POST /api/user/login/', client, ['X-Slow: ']).trimEnd(),
  upload: (client) => lines('POST /api/document/upload/', client, [token(client), 'Content-Length: 9000000']),
  reading: (client) => lines('GET /api/document/pages/large/', client, []),
};
const kinds = only ? [only] : Object.keys(KINDS);

const token = (client) => `Authorization: Bearer ${`slow${client}`.padEnd(43, '-')}`;
const addressOf = (client) => `198.18.${Math.floor(client / 250)}.${(client % 250) + 1}`;

function lines(start, client, more) {
  const from = addresses === 'many' ? addressOf(client) : '198.51.100.7';
  return [`${start} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${from}`, ...more, '', ''].join('\r\n');
}

let connected = 0;
function open(client) {
  const kind = kinds[client % kinds.length];
  const socket = connect(Number(port), hostname, () => {
    socket.write(KINDS[kind](client));
    connected += 1;
    if (connected === Number(clients)) process.stdout.write('ready\n');
  });
  if (kind !== 'reading') socket.resume();
  const timer = setInterval(() => {
    if (kind !== 'reading') socket.write('x');
  }, BYTE_EVERY_MS);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    setTimeout(() => open(client), RETURN_AFTER_MS * (0.5 + Math.random()));
  });
}
for (let client = 0; client < Number(clients); client += 1) open(client);
