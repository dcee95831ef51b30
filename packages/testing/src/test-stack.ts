import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
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
import { createKafka } from '@hamkhan/platform/kafka/kafka-client';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { Redis } from 'ioredis';
import { Client } from 'minio';
import mongoose from 'mongoose';

const TOPICS_FILE = resolve(import.meta.dirname, '../../../deploy/topics.json');
export const TEST_IDENTITY_SECRET = 'secret-of-the-tests-0123456789abcdef';

export type TestEnv = Record<string, string>;

/**
 * A corner of the real servers that belongs to one test file: databases, topics, bucket and queues under names of their own.
 * Services started with `env` meet each other and nobody else.
 */
export class TestStack {
  private constructor(
    readonly name: string,
    readonly env: TestEnv,
    readonly kafkaConfig: KafkaConfig,
  ) {}

  /** @throws ConfigError where the address of a server is missing: tests on real servers fail, they are never skipped. */
  static async create(): Promise<TestStack> {
    const servers = loadConfig({ ...mongoEnv, ...kafkaEnv, ...redisEnv, ...objectStoreEnv });
    const name = `it${randomBytes(5).toString('hex')}`;
    const env = {
      MONGODB_URI: servers.MONGODB_URI,
      MONGODB_PREFIX: name,
      KAFKA_BROKERS: servers.KAFKA_BROKERS.join(','),
      KAFKA_PREFIX: `${name}-`,
      REDIS_URL: servers.REDIS_URL,
      QUEUE_PREFIX: name,
      S3_ENDPOINT: servers.S3_ENDPOINT,
      S3_ACCESS_KEY: servers.S3_ACCESS_KEY,
      S3_SECRET_KEY: servers.S3_SECRET_KEY,
      S3_BUCKET: name,
      IDENTITY_SECRET: TEST_IDENTITY_SECRET,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    };
    const kafkaConfig = { KAFKA_BROKERS: servers.KAFKA_BROKERS, KAFKA_PREFIX: env.KAFKA_PREFIX };
    await applyTopics(TOPICS_FILE, kafkaConfig, createLogger('test-stack', 'silent'));
    return new TestStack(name, env, kafkaConfig);
  }

  /** Names of every object in the bucket, and of uploads that were begun and not ended. */
  async objects(): Promise<{ stored: string[]; unfinished: string[] }> {
    const client = this.objectClient();
    if (!(await client.bucketExists(this.name))) return { stored: [], unfinished: [] };
    const stored = await client.listObjectsV2(this.name, '', true).toArray();
    // Not `listIncompleteUploads`: it asks for the parts of each, and fails where one ends meanwhile.
    const { uploads } = await client.listIncompleteUploadsQuery(this.name, '', '', '', '');
    return { stored: namesOf(stored), unfinished: namesOf(uploads) };
  }

  /** Removes everything under the names of this stack. Stop the services first. */
  async drop(): Promise<void> {
    await Promise.all([this.dropDatabases(), this.dropTopics(), this.dropBucket(), this.dropQueues()]);
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

  private async dropTopics(): Promise<void> {
    const admin = createKafka('test-stack', this.kafkaConfig, createLogger('test-stack', 'silent')).admin();
    await admin.connect();
    try {
      const topics = (await admin.listTopics()).filter((topic) =>
        topic.startsWith(this.kafkaConfig.KAFKA_PREFIX),
      );
      if (topics.length > 0) await admin.deleteTopics({ topics });
    } finally {
      await admin.disconnect();
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

  private async dropQueues(): Promise<void> {
    const redis = new Redis(this.env.REDIS_URL ?? '');
    try {
      const keys = await redis.keys(`${this.name}:*`);
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

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
