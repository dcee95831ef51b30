import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { tokenOf } from './attacked-gateway.js';
import type { Random } from './random.js';

type Attack = (socket: Socket, random: Random) => Promise<void>;

const PATHS = [
  '/api/user/login/',
  '/api/document/upload/',
  '/api/document/report/',
  '/api/document/pages/large/',
  '/api/document/metadata/K/',
  '/api/document/events/',
  '/api/nothing/',
  '/internal/x/',
  '/',
];
const METHODS = ['GET', 'POST', 'POST', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'BREW'];
const MAX_WAIT_MS = 120;

const head = (random: Random, ...more: string[]): string => {
  const caller = random.next() < 0.5 ? [`Authorization: Bearer ${tokenOf(`user${random.int(1, 50)}`)}`] : [];
  const line = `${random.pick(METHODS)} ${random.pick(PATHS)} HTTP/1.1`;
  return [line, 'Host: x', ...caller, ...more, '', ''].join('\r\n');
};
const post = (random: Random, length: number, path = random.pick(PATHS)): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokenOf(`user${random.int(1, 50)}`)}\r\n` +
  `Content-Length: ${length}\r\n\r\n`;
const wait = (random: Random): Promise<void> => pause(random.int(0, MAX_WAIT_MS));

/** What an attacker does with one connection. The caller closes it afterwards. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  async earlyClose(socket, random) {
    socket.write(`${post(random, random.int(2, 1_000_000))}x`);
    await wait(random);
  },
  async halfOpen(socket, random) {
    const text = post(random, 1_000);
    socket.end(text.slice(0, random.int(1, text.length)));
    await wait(random);
  },
  async reset(socket, random) {
    socket.write(post(random, 5_000_000));
    socket.write(Buffer.alloc(random.int(0, 300_000), 'x'));
    await wait(random);
    socket.resetAndDestroy();
  },
  async pipelined(socket, random) {
    const requests = Array.from({ length: random.int(2, 60) }, () =>
      random.next() < 0.5 ? head(random) : `${post(random, 5)}12345`,
    );
    socket.write(requests.join(''));
    await wait(random);
  },
  async oversizedHeaders(socket, random) {
    const many = Array.from({ length: random.int(1, 3_000) }, (_, index) => `X-${index}: y`);
    socket.write(head(random, `X-Long: ${'x'.repeat(random.int(0, 40_000))}`, ...many));
    await wait(random);
  },
  async badChunks(socket, random) {
    socket.write(head(random, 'Transfer-Encoding: chunked'));
    const chunks = [
      '5\r\n12345\r\n',
      'ffffffff\r\nx',
      'zz\r\n',
      '0\r\nTrailer: x\r\n\r\n',
      '-1\r\n',
      '5;a=b\r\n12345\r\n',
    ];
    for (let sent = 0; sent < 5; sent += 1) socket.write(random.pick(chunks));
    await wait(random);
  },
  async mutated(socket, random) {
    const bytes = Buffer.from(`${post(random, 400)}${'x'.repeat(400)}`);
    for (let index = 0; index < 8; index += 1) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
    socket.write(bytes);
    await wait(random);
  },
  async noise(socket, random) {
    socket.write(random.bytes(random.int(1, 500)));
    await wait(random);
  },
  async oddHeaders(socket, random) {
    const headers = [
      'Expect: 100-continue',
      'Expect: tea',
      'Upgrade: websocket\r\nConnection: Upgrade',
      'Connection: close, keep-alive',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: 99999999999999999999',
      'Content-Type: \u0001/\u00ff;;;=',
      'Accept-Language: ,;q=;;*',
      'Cookie: sessionid=\u00fe; csrftoken',
      'X-Forwarded-For: ::ffff:1.2.3.4, x, %00',
      'If-None-Match: "',
      'Range: bytes=9-1',
    ];
    socket.write(head(random, random.pick(headers), random.pick(headers)), 'latin1');
    await wait(random);
  },
  async neverReads(socket, random) {
    socket.pause();
    socket.write('GET /api/document/pages/large/ HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(random.int(1, 10)));
    await wait(random);
  },
};

/** Opens hostile connections from `attackers` loops until the time is over. Returns how often each attack ran. */
export async function attackConnections(options: {
  url: string;
  random: Random;
  attackers: number;
  forMs: number;
}): Promise<Record<string, number>> {
  const { random } = options;
  const { hostname, port } = new URL(options.url);
  const end = performance.now() + options.forMs;
  const counts: Record<string, number> = {};
  const names = Object.keys(ATTACKS);
  const attackOnce = async (): Promise<void> => {
    const name = random.pick(names);
    counts[name] = (counts[name] ?? 0) + 1;
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    // Resets and refusals are what an attacker expects.
    socket.on('error', () => undefined);
    socket.resume();
    await ATTACKS[name]?.(socket, random);
    socket.destroy();
  };
  const attacker = async (): Promise<void> => {
    while (performance.now() < end) await attackOnce();
  };
  await Promise.all(Array.from({ length: options.attackers }, attacker));
  return counts;
}
