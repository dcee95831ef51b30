import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import {
  kafkaEnv,
  loadConfig,
  mongoEnv,
  objectStoreEnv,
  redisEnv,
  type KafkaConfig,
} from '@hamkhan/platform/config';
import { applyTopics } from '@hamkhan/platform/kafka/apply-topics';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { Redis } from 'ioredis';
import { Client } from 'minio';
import mongoose from 'mongoose';

const TOPICS_FILE = resolve(import.meta.dirname, '../../../deploy/topics.json');
export const TEST_IDENTITY_SECRET = 'secret-of-the-tests-0123456789abcdef';

export type TestEnv = Record<string, string>;

/** More than one, so that order by key is not order by chance; few, because each partition costs the broker a folder. */
const PARTITIONS = 2;

/**
 * An isolated namespace on the real servers for one test file: databases, topics, bucket, queues and limits carry a prefix
 * of their own. Services started with `env` see each other and nothing else.
 */
export class TestStack {
  private constructor(
    readonly name: string,
    readonly env: TestEnv,
    readonly kafkaConfig: KafkaConfig,
  ) {}

  /** @throws ConfigError when the address of a server is missing: tests on real servers fail then, they are never skipped. */
  static async create(): Promise<TestStack> {
    const servers = loadConfig({ ...mongoEnv, ...kafkaEnv, ...redisEnv, ...objectStoreEnv });
    const name = `it${randomBytes(5).toString('hex')}`;
    const env = {
      MONGODB_URI: servers.MONGODB_URI,
      MONGODB_PREFIX: name,
      KAFKA_BROKERS: servers.KAFKA_BROKERS.join(','),
      KAFKA_PREFIX: `${name}-`,
      ...(servers.KAFKA_USERNAME && { KAFKA_USERNAME: servers.KAFKA_USERNAME }),
      ...(servers.KAFKA_PASSWORD && { KAFKA_PASSWORD: servers.KAFKA_PASSWORD }),
      REDIS_URL: servers.REDIS_URL,
      QUEUE_PREFIX: name,
      S3_ENDPOINT: servers.S3_ENDPOINT,
      S3_ACCESS_KEY: servers.S3_ACCESS_KEY,
      S3_SECRET_KEY: servers.S3_SECRET_KEY,
      S3_BUCKET: name,
      IDENTITY_SECRET: TEST_IDENTITY_SECRET,
      // Tests create many users; a hash at production cost takes 40 ms.
      PASSWORD_HASH_MEMORY_KIB: '1024',
      PASSWORD_HASH_PASSES: '1',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    };
    const kafkaConfig = loadConfig(kafkaEnv, env);
    await applyTopics(TOPICS_FILE, kafkaConfig, createLogger('test-stack', 'silent'), {
      partitions: PARTITIONS,
    });
    return new TestStack(name, env, kafkaConfig);
  }

  /** Names of all objects in the bucket, and of multipart uploads that were never completed. */
  async objects(): Promise<{ stored: string[]; unfinished: string[] }> {
    const client = this.objectClient();
    if (!(await client.bucketExists(this.name))) return { stored: [], unfinished: [] };
    const stored = await client.listObjectsV2(this.name, '', true).toArray();
    // Not `listIncompleteUploads`: it also fetches the parts of each upload and fails when an upload completes in between.
    const { uploads } = await client.listIncompleteUploadsQuery(this.name, '', '', '', '');
    return { stored: namesOf(stored), unfinished: namesOf(uploads) };
  }

  /**
   * Removes databases, bucket, queues and limits of this stack. Stop the services first. Its topics stay: the test servers
   * start with empty folders, and deleting topics disturbs other clients that fetch metadata at that moment.
   */
  async drop(): Promise<void> {
    await Promise.all([this.dropDatabases(), this.dropBucket(), this.dropRedisKeys()]);
  }

  private objectClient(): Client {
    const url = new URL(this.env.S3_ENDPOINT ?? '');
    return new Client({
      endPoint: url.hostname,
      port: Number(url.port),
      useSSL: url.protocol === 'https:',
      accessKey: this.env.S3_ACCESS_KEY,
      secretKey: this.env.S3_SECRET_KEY,
    });
  }

  private async dropDatabases(): Promise<void> {
    const connection = await mongoose.createConnection(this.env.MONGODB_URI ?? '').asPromise();
    try {
      const { databases } = await connection.listDatabases();
      for (const { name } of databases) {
        if (name.startsWith(`${this.name}_`)) await connection.useDb(name).dropDatabase();
      }
    } finally {
      await connection.close();
    }
  }

  private async dropBucket(): Promise<void> {
    const client = this.objectClient();
    if (!(await client.bucketExists(this.name))) return;
    const { stored, unfinished } = await this.objects();
    for (const name of unfinished) await client.removeIncompleteUpload(this.name, name);
    await client.removeObjects(this.name, stored);
    await client.removeBucket(this.name);
  }

  /**
   * Each service adds its name to the prefix. bull puts the prefix in braces, so that the keys of one queue share a Redis Cluster
   * slot; rate limits use it as it is.
   */
  private async dropRedisKeys(): Promise<void> {
    const redis = new Redis(this.env.REDIS_URL ?? '');
    try {
      const found = await Promise.all([`{${this.name}*`, `${this.name}*`].map((one) => redis.keys(one)));
      const keys = found.flat();
      if (keys.length > 0) await redis.del(...keys);
    } finally {
      redis.disconnect();
    }
  }
}

const namesOf = (rows: unknown[]): string[] =>
  rows.flatMap((row) => {
    const { name, key } = row as { name?: string; key?: string };
    return name ?? key ?? [];
  });
