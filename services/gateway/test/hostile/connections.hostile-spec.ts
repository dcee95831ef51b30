import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { AttackedGateway } from './support/attacked-gateway.js';
import { attackConnections } from './support/hostile-connections.js';
import { Random } from './support/random.js';

jest.setTimeout(180_000);

const FOR_MS = 60_000;
const SEED = Date.now() % 1_000_000;

let target: AttackedGateway;

beforeAll(async () => {
  target = await AttackedGateway.start();
});
afterAll(async () => expect(await target?.stop()).toBe(0));

it(`survives hostile connections for a minute and serves others meanwhile (seed ${SEED})`, async () => {
  const attack = attackConnections({
    url: target.url,
    random: new Random(SEED),
    attackers: 40,
    forMs: FOR_MS,
  });
  const others: number[][] = [];
  const end = performance.now() + FOR_MS;
  while (performance.now() < end) others.push(await target.useProduct());
  const counts = await attack;
  expect(Object.values(counts).every((count) => count > 100)).toBe(true);
  expect(others.length).toBeGreaterThan(10);
  expect(new Set(others.flat())).toEqual(new Set([200]));
  expect(target.isRunning).toBe(true);
});
