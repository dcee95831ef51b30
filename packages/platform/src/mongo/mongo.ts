import type { Connection, Query, Schema } from 'mongoose';
import mongoose from 'mongoose';

const MAX_QUERY_MS = 10_000;

/** Every query has an end: a slow one fails instead of piling up. */
export function boundedQueries(schema: Schema): void {
  schema.pre(/^(find|count|distinct)/, function (this: Query<unknown, unknown>) {
    if (this.getOptions().maxTimeMS === undefined) this.maxTimeMS(MAX_QUERY_MS);
  });
}

/** Connection options of every service: an outage fails fast instead of hanging requests. */
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

/** Creates every collection and index the models declare and drops those they don't; fails loudly. Idempotent. */
export async function applyIndexes(connection: Connection): Promise<string[]> {
  const done: string[] = [];
  for (const model of Object.values(connection.models)) {
    await model.createCollection();
    await model.syncIndexes();
    done.push(model.collection.collectionName);
  }
  return done;
}

/** True for E11000, a write that met a unique index. */
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
/** Server codes of a primary that is stepping down, shutting down or starting. */
const OUTAGE_CODES = new Set([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** True while MongoDB is away or changing its primary: the work is fine, the moment is not. */
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
