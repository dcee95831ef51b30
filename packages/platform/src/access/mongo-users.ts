import mongoose from 'mongoose';
import type { MongoConfig } from '../config.js';
import { databaseOf, servicesWithDatabase, type ServicePasswords } from './service-rights.js';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Creates a MongoDB user for each service, who reads and writes the service's own database and no other. Existing users get the
 * given password. `MONGODB_URI` must be that of an administrator.
 */
export async function applyMongoUsers(
  { MONGODB_URI, MONGODB_PREFIX }: MongoConfig,
  passwords: ServicePasswords,
): Promise<void> {
  const client = new mongoose.mongo.MongoClient(MONGODB_URI, {
    serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS,
  });
  try {
    const admin = client.db('admin');
    const { users } = await admin.command({ usersInfo: 1 });
    const existing = new Set((users as { user: string }[]).map(({ user }) => user));
    for (const service of servicesWithDatabase()) {
      const name = databaseOf(MONGODB_PREFIX, service);
      await admin.command({
        [existing.has(name) ? 'updateUser' : 'createUser']: name,
        pwd: passwords[service],
        roles: [{ role: 'readWrite', db: name }],
        mechanisms: ['SCRAM-SHA-256'],
      });
    }
  } finally {
    await client.close();
  }
}
