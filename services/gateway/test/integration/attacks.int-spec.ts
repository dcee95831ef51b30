import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AttackedGateway, bearer, tokenOf } from '../hostile/support/attacked-gateway.js';
import { attackConnections } from '../hostile/support/hostile-connections.js';
import { Random } from '../hostile/support/random.js';

jest.setTimeout(60_000);

const ALL_OK = [200, 200, 200];
const SLOW_LOGIN = 'POST /api/user/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx';
const EVENTS = 'GET /api/document/events/ HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n';

let target: AttackedGateway;
let sockets: Socket[] = [];

beforeAll(async () => {
  target = await AttackedGateway.start({ EVENT_STREAMS_PER_ADDRESS: '5', EVENT_STREAMS_PER_USER: '3' });
}, 150_000);
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
// The exit code shows whether the gateway ended before, with an error.
afterAll(async () => expect(await target?.stop()).toBe(0));

type Connection = { socket: Socket; received: () => string };

/** Opens a connection, sends a text and collects what comes back. */
function send(text: string): Promise<Connection> {
  const { hostname, port } = new URL(target.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      socket.off('error', reject).on('error', () => undefined);
      socket.write(text, () => resolve({ socket, received: () => received }));
    });
    socket.setEncoding('latin1').on('data', (piece: string) => (received += piece));
    socket.on('error', reject);
    sockets.push(socket);
  });
}
const sendMany = (text: string, count: number): Promise<Connection[]> =>
  Promise.all(Array.from({ length: count }, () => send(text)));
const statusOf = ({ received }: Connection): Promise<number> =>
  waitFor('a response', () => Number(/^HTTP\/1\.1 (\d{3})/.exec(received())?.[1]) || null);

describe('slow clients', () => {
  it('do not end the process when one of 300 unfinished sign-ins closes its connection', async () => {
    await sendMany(SLOW_LOGIN, 300);
    for (const socket of sockets) socket.destroy();
    expect(await target.useProduct()).toEqual(ALL_OK);
    expect(target.isRunning).toBe(true);
  });

  it('hold up nobody with 300 unfinished bodies from the same address', async () => {
    const seen = target.auth.seen.length;
    await sendMany(SLOW_LOGIN, 300);
    expect(await target.useProduct('someone-new')).toEqual(ALL_OK);
    const logins = target.auth.seen.slice(seen).filter(({ url }) => url === '/api/user/login/');
    expect(logins).toHaveLength(1);
  });

  it('hold up nobody with 300 unread responses from many addresses', async () => {
    const request = (index: number) =>
      `GET /api/document/pages/large/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.18.0.${index % 250}\r\n\r\n`;
    const readers = await Promise.all(Array.from({ length: 300 }, (_, index) => send(request(index))));
    for (const { socket } of readers) socket.pause();
    expect(await target.useProduct()).toEqual(ALL_OK);
  });

  it('end the call to the service when the client of a pipelined request leaves', async () => {
    const page = 'GET /api/document/pages/large/?pipelined HTTP/1.1\r\nHost: x\r\n\r\n';
    const [first] = await sendMany(page.repeat(10), 1);
    await waitFor('the first response', () => first?.received().length);
    first?.socket.destroy();
    await pause(200);
    // The others were not started: their responses could not be sent yet.
    const started = target.documents.seen.filter(({ url }) => url.endsWith('?pipelined'));
    expect(started.length).toBeLessThanOrEqual(2);
    expect(await target.useProduct()).toEqual(ALL_OK);
  });

  it('lose a connection with too many pipelined requests', async () => {
    const [flood] = await sendMany('GET /api/document/events/ HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000), 1);
    await waitFor('the connection to close', () => flood?.socket.destroyed);
    expect(await target.useProduct()).toEqual(ALL_OK);
  });
});

describe('event streams', () => {
  it('are limited for the guests of one address', async () => {
    const statuses = await Promise.all((await sendMany(`${EVENTS}\r\n`, 8)).map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    const refused = await fetch(`${target.url}/api/document/events/`);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      429,
      'COMMON.TOO_MANY_EVENT_STREAMS',
    ]);
    const elsewhere = await send(`${EVENTS}X-Forwarded-For: 198.18.9.9\r\n\r\n`);
    expect(await statusOf(elsewhere)).toBe(200);
  });

  it('are limited for one user, whatever the address, and free again when they end', async () => {
    const stream = `${EVENTS}Authorization: Bearer ${tokenOf('watcher')}\r\n\r\n`;
    const streams = await sendMany(stream, 4);
    const statuses = await Promise.all(streams.map(statusOf));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    for (const { socket } of streams) socket.destroy();
    await waitFor('a free place', async () => {
      const cancelled = new AbortController();
      const init = { headers: bearer('watcher'), signal: cancelled.signal };
      const { status } = await fetch(`${target.url}/api/document/events/`, init);
      cancelled.abort();
      return status === 200;
    });
  });
});

it('survives hostile connections for some seconds and serves others meanwhile', async () => {
  const options = { url: target.url, random: new Random(12), attackers: 40, forMs: 6_000 };
  const attack = attackConnections(options);
  const others: number[][] = [];
  for (let round = 0; round < 5; round += 1) {
    others.push(await target.useProduct());
    await pause(1_000);
  }
  const counts = await attack;
  expect(Object.keys(counts).length).toBeGreaterThan(8);
  expect(others).toEqual(Array.from({ length: 5 }, () => ALL_OK));
  expect(await target.useProduct()).toEqual(ALL_OK);
  expect(target.isRunning).toBe(true);
});
