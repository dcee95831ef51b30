import { Redis } from 'ioredis';
import type { RedisConfig } from '../config.js';
import { keyPrefixOf, servicesWithRedis, type ServicePasswords } from './service-rights.js';

/** bull puts the prefix in braces, so that the keys of a queue share a Redis Cluster slot; rate limits use it as it is. */
const rulesOf = (user: string, password: string): string[] => [
  'reset',
  'on',
  `>${password}`,
  `~${user}:*`,
  `~{${user}}:*`,
  `&{${user}}:*`,
  '+@all',
  '-@admin',
  '-@dangerous',
  // bull and ioredis ask for the version and for the end of loading.
  '+info',
];

/**
 * Creates a Redis user for each service, who uses keys and channels under the service's own prefix and no commands of
 * administrators. Redis must have an ACL file. `REDIS_URL` must be that of an administrator.
 */
export async function applyRedisUsers(
  { REDIS_URL, QUEUE_PREFIX }: RedisConfig,
  passwords: ServicePasswords,
): Promise<void> {
  const redis = new Redis(REDIS_URL, { maxRetriesPerRequest: 3 });
  redis.on('error', () => undefined);
  try {
    for (const service of servicesWithRedis()) {
      const user = keyPrefixOf(QUEUE_PREFIX, service);
      await redis.call('ACL', 'SETUSER', user, ...rulesOf(user, passwords[service]));
    }
    await redis.call('ACL', 'SAVE');
  } finally {
    redis.disconnect();
  }
}
