import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig, mongoEnv } from '@hamkhan/platform/config';
import { AbandonedTransactions } from '@hamkhan/platform/mongo/abandoned-transactions';
import { createLogger } from '@hamkhan/platform/observability/logger';
import mongoose, { type Connection } from 'mongoose';

const { MONGODB_URI } = loadConfig(mongoEnv);
const run = randomBytes(4).toString('hex');
const appNames = `hamkhan-it-${run}-`;
const dbName = `it_${run}`;
let connection: Connection;
let cleaner: AbandonedTransactions;

beforeAll(async () => {
  connection = await mongoose.createConnection(MONGODB_URI, { dbName }).asPromise();
  await connection.createCollection('rows');
  cleaner = new AbandonedTransactions(connection, appNames, createLogger('test', 'silent'));
});
afterAll(async () => {
  cleaner.onModuleDestroy();
  await connection.dropDatabase();
  await connection.close();
});

/** Changes a row in a transaction, reports it, and never commits. */
const HOLDER = `
  import mongoose from 'mongoose';
  const [uri, dbName, appName] = process.argv.slice(1);
  const connection = await mongoose.createConnection(uri, { dbName, appName }).asPromise();
  const session = await connection.startSession();
  session.startTransaction();
  await connection.collection('rows').updateOne({ _id: 'row' }, { $set: { by: 'holder' } }, { session });
  process.send('holds');
  setInterval(() => undefined, 1_000);
`;

it('frees the rows of a process that was killed in a transaction before MongoDB does', async () => {
  const rows = connection.collection<{ _id: string; by: string }>('rows');
  await rows.insertOne({ _id: 'row', by: 'none' });
  const holder = fork('-', {
    execArgv: ['--input-type=module', '--eval', HOLDER, MONGODB_URI, dbName, `${appNames}worker`],
    cwd: import.meta.dirname,
  });
  await once(holder, 'message');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await expect(
    rows.updateOne({ _id: 'row' }, { $set: { by: 'too early' } }, { maxTimeMS: 500 }),
  ).rejects.toThrow(/time limit/);

  cleaner.onApplicationBootstrap();
  await rows.updateOne({ _id: 'row' }, { $set: { by: 'the next' } }, { maxTimeMS: 20_000 });
  expect(await rows.findOne({ _id: 'row' })).toEqual({ _id: 'row', by: 'the next' });
}, 60_000);
