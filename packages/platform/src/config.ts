import { SANDBOX_MODES } from '@hamkhan/sandbox/sandbox-mode';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);
/** A switch: `true`, `1`, `false`, `0` or empty. */
export const envFlag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((value) => value === 'true' || value === '1');

/** Environment variables of every process. */
export const processEnv = {
  HOST: z.string().default('127.0.0.1').describe('Address the process listens on.'),
  PORT: port.describe('Port of the service.'),
  ADMIN_PORT: port.optional().describe('Port of health, metrics and routes; PORT + 1000 when not set.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severe level that is logged.'),
};
export const mongoEnv = {
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb://')
    .describe('MongoDB replica set, with the user and password of the process.'),
  MONGODB_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .default('hamkhan')
    .describe('Databases are named `<prefix>_<service>`.'),
};
export const kafkaEnv = {
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((value) => value.split(',').map((broker) => broker.trim()))
    .describe('Kafka brokers, separated by commas.'),
  KAFKA_PREFIX: z
    .string()
    .default('')
    .describe('Prefix of topic and group names, so that test runs can share a broker.'),
  KAFKA_USERNAME: z
    .string()
    .optional()
    .describe('User of the process at Kafka (SASL); without one it connects without authentication.'),
  KAFKA_PASSWORD: z.string().optional().describe('Password of that user.'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe(
      'How the password is sent; `plain` when not set, which needs TLS outside of a private network.',
    ),
  KAFKA_TLS: envFlag.optional().describe('`true` encrypts connections to Kafka.'),
};
export const redisEnv = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .describe('Redis for queues and rate limits, with the user and password of the process.'),
  QUEUE_PREFIX: z.string().default('hamkhan').describe('Keys in Redis begin with `<prefix>-<service>`.'),
};
export const objectStoreEnv = {
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).describe('Object store (MinIO or any S3 service).'),
  S3_ACCESS_KEY: z.string().min(1).describe('Access key of the object store.'),
  S3_SECRET_KEY: z.string().min(1).describe('Secret key of the object store.'),
  S3_BUCKET: z.string().min(3).default('hamkhan').describe('Bucket for originals, images and audio.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
};
export const identityEnv = {
  IDENTITY_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .describe(
      'Signs the identity header between gateway and services; at least 32 characters, equal in all of them.',
    ),
};
/** For services that have uploads read by isolated processes. */
export const sandboxEnv = {
  DEPLOYMENT: z
    .enum(['local', 'production'])
    .default('local')
    .describe(
      '`production` serves real readers: processes that read uploads must be fully isolated, and codes need a provider that reaches telephones.',
    ),
  SANDBOX: z
    .enum(SANDBOX_MODES)
    .optional()
    .describe(
      'Isolation of processes that read uploads: `required` refuses to start without every layer, `available` warns, `off` sets limits only. Default `required` in production, else `available`.',
    ),
  SANDBOX_SOCKET: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Socket of a sandbox server that starts these processes in its container; started here when not set.',
    ),
};

export type ProcessConfig = z.infer<z.ZodObject<typeof processEnv>>;
export type MongoConfig = z.infer<z.ZodObject<typeof mongoEnv>>;
export type KafkaConfig = z.infer<z.ZodObject<typeof kafkaEnv>>;
export type RedisConfig = z.infer<z.ZodObject<typeof redisEnv>>;
export type ObjectStoreConfig = z.infer<z.ZodObject<typeof objectStoreEnv>>;
export type SandboxConfig = z.infer<z.ZodObject<typeof sandboxEnv>>;
export type IdentityConfig = z.infer<z.ZodObject<typeof identityEnv>>;

/** The environment is invalid; `problems` has one line per variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Parses an environment.
 * @throws ConfigError that names every missing or invalid variable, never its value.
 */
export function loadConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Record<string, string | undefined> = process.env,
): z.infer<z.ZodObject<Shape>> {
  const parsed = z.object(shape).safeParse(env);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      return env[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`;
    }),
  );
}
