import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import {
  loadConfig,
  mongoEnv,
  objectStoreEnv,
  redisEnv,
  type MongoConfig,
  type ObjectStoreConfig,
  type RedisConfig,
} from '../config.js';
import { applyMongoUsers } from './mongo-users.js';
import { applyObjectStoreAccounts } from './object-store-accounts.js';
import { applyRedisUsers } from './redis-users.js';
import type { ServicePasswords } from './service-rights.js';

const password = z.string().min(16, 'must have at least 16 characters');
const passwordEnv = {
  PASSWORD_OF_GATEWAY: password,
  PASSWORD_OF_AUTH: password,
  PASSWORD_OF_DOCUMENTS: password,
  PASSWORD_OF_PIPELINE: password,
  PASSWORD_OF_FINANCE: password,
  PASSWORD_OF_AI: password,
};

const SERVERS = ['mongodb', 'redis', 'minio'] as const;

/**
 * Gives each service its account on MongoDB, Redis and MinIO, limited to what it owns. Idempotent. The addresses must be those of
 * administrators. Kafka's rights are applied with its topics.
 */
export async function applyAccess(
  config: MongoConfig & RedisConfig & ObjectStoreConfig,
  passwords: ServicePasswords,
  servers: readonly string[] = SERVERS,
): Promise<void> {
  await Promise.all([
    servers.includes('mongodb') && applyMongoUsers(config, passwords),
    servers.includes('redis') && applyRedisUsers(config, passwords),
    servers.includes('minio') && applyObjectStoreAccounts(config, passwords),
  ]);
}

const passwordsOf = (config: z.infer<z.ZodObject<typeof passwordEnv>>): ServicePasswords => ({
  gateway: config.PASSWORD_OF_GATEWAY,
  auth: config.PASSWORD_OF_AUTH,
  documents: config.PASSWORD_OF_DOCUMENTS,
  pipeline: config.PASSWORD_OF_PIPELINE,
  finance: config.PASSWORD_OF_FINANCE,
  ai: config.PASSWORD_OF_AI,
});

const isMain = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isMain) {
  const [, , ...servers] = process.argv;
  const config = loadConfig({ ...mongoEnv, ...redisEnv, ...objectStoreEnv, ...passwordEnv });
  await applyAccess(config, passwordsOf(config), servers.length > 0 ? servers : SERVERS);
  process.stdout.write('accounts of all services exist\n');
}
