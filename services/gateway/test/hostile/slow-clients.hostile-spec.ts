import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { AttackedGateway } from './support/attacked-gateway.js';
import { measureP99 } from './support/response-times.js';
import { besideSlowClients } from './support/slow-clients.js';

jest.setTimeout(300_000);

const ROUNDS = 3;
const ROUND_MS = 8_000;
const CLIENTS = 1_000;

let target: AttackedGateway;

beforeAll(async () => {
  target = await AttackedGateway.start();
});
afterAll(async () => expect(await target?.stop()).toBe(0));

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

it.each(['one', 'many'] as const)(
  'keeps the p99 of others within twice its value beside 1,000 slow clients from %s address(es)',
  async (addresses) => {
    const { url } = target;
    await measureP99(url, ROUND_MS);
    const without: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(await measureP99(url, ROUND_MS));
      const attack = { url, clients: CLIENTS, addresses };
      beside.push(await besideSlowClients(attack, () => measureP99(url, ROUND_MS)));
    }
    process.stdout.write(
      `p99 without: ${without.map(Math.round).join(', ')} ms; beside: ${beside.map(Math.round).join(', ')} ms\n`,
    );
    expect(median(beside) / median(without)).toBeLessThanOrEqual(2);
  },
);
