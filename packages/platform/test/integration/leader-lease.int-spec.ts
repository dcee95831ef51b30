import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { loadConfig, mongoEnv } from '@hamkhan/platform/config';
import { LeaderLease } from '@hamkhan/platform/lease/leader-lease';
import { LEASES, LeaseSchema, type LeaseRow } from '@hamkhan/platform/lease/lease.schema';
import mongoose, { type Connection, type Model } from 'mongoose';

const { MONGODB_URI } = loadConfig(mongoEnv);
let connection: Connection;
let leases: Model<LeaseRow>;

beforeAll(async () => {
  const dbName = `it_${randomBytes(4).toString('hex')}`;
  connection = await mongoose.createConnection(MONGODB_URI, { dbName }).asPromise();
  leases = connection.model<LeaseRow>(LEASES, LeaseSchema);
});
beforeEach(() => leases.deleteMany({}));
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const candidate = (name = 'task'): LeaderLease =>
  new LeaderLease(leases, name, { leaseMs: 60_000, renewMs: 0 });
const expire = () => leases.updateMany({}, { until: new Date(0) });

it('elects one of many candidates, for each task', async () => {
  const elected = await Promise.all(Array.from({ length: 8 }, () => candidate().acquire()));
  expect(elected.filter(Boolean)).toHaveLength(1);
  expect(await candidate('another task').acquire()).toBe(true);
});

it('stays with the leader until it expires', async () => {
  const [first, second] = [candidate(), candidate()];
  expect(await first.acquire()).toBe(true);
  expect(await second.acquire()).toBe(false);
  expect(await first.acquire()).toBe(true);
  await expire();
  expect(await second.acquire()).toBe(true);
  expect(await first.acquire()).toBe(false);
});

it('passes to another candidate at once when it is released', async () => {
  const [first, second] = [candidate(), candidate()];
  await first.acquire();
  await second.release();
  expect(await second.acquire()).toBe(false);
  await first.release();
  expect(await second.acquire()).toBe(true);
});
