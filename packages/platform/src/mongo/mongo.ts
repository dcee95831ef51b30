import type { Connection, Query, Schema } from 'mongoose';
import mongoose from 'mongoose';

const MAX_QUERY_MS = 10_000;

/** Gives every query a time limit, so that slow queries fail instead of piling up. */
export function boundedQueries(schema: Schema): void {
  schema.pre(/^(find|count|distinct)/, function (this: Query<unknown, unknown>) {
    if (this.getOptions().maxTimeMS === undefined) this.maxTimeMS(MAX_QUERY_MS);
  });
}

/** Connection options of every service; during an outage requests fail fast instead of hanging. */
export const connectionOptions = (appName: string, dbName: string) => ({
  dbName,
  appName,
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
  serverSelectionTimeoutMS: 5_000,
  socketTimeoutMS: 45_000,
  maxPoolSize: 30,
  retryWrites: true,
});

mongoose.set('strictQuery', true);

/** Creates the declared collections and indexes and drops undeclared indexes. Idempotent. @throws when an index build fails. */
export async function applyIndexes(connection: Connection): Promise<string[]> {
  const done: string[] = [];
  for (const model of Object.values(connection.models)) {
    await model.createCollection();
    await model.syncIndexes();
    done.push(model.collection.collectionName);
  }
  return done;
}

/** True for E11000, the violation of a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 11_000;

const OUTAGE_NAMES = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoTopologyClosedError',
  'MongooseServerSelectionError',
  'MongoClientClosedError',
]);
/** Server error codes of a primary that is stepping down, shutting down or starting. */
const OUTAGE_CODES = new Set([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** True when MongoDB is unreachable or changes its primary: retrying the same work can succeed. */
export function isMongoOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause, message } = error as {
    name?: string;
    code?: unknown;
    cause?: unknown;
    message?: string;
  };
  return (
    OUTAGE_NAMES.has(name ?? '') ||
    (typeof code === 'number' && OUTAGE_CODES.has(code)) ||
    /before initial connection is complete|bufferCommands = false/.test(message ?? '') ||
    (cause !== undefined && cause !== error && isMongoOutage(cause))
  );
}
