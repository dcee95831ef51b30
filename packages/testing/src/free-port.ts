import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which the system takes ports for outgoing connections, and away from the ports that servers and
 * products of `npm start` and `npm test` prefer.
 */
const FIRST = 15_000;
const LAST = 25_999;

const given = new Set<number>();

/**
 * A port that is free at this moment. Ports are picked at random, so that test files running at the same time do not pick the
 * same one between this check and the moment the service listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
