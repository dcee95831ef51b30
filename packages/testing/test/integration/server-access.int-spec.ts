import { resolve } from 'node:path';
import { applyAccess } from '@hamkhan/platform/access/apply-access';
import {
  accessKeyOf,
  databaseOf,
  keyPrefixOf,
  SERVICE_RIGHTS,
  servicesWithDatabase,
  servicesWithObjects,
  servicesWithRedis,
  type ServiceName,
  type ServicePasswords,
} from '@hamkhan/platform/access/service-rights';
import { loadConfig, mongoEnv, objectStoreEnv, redisEnv, type KafkaConfig } from '@hamkhan/platform/config';
import { EventProducer } from '@hamkhan/platform/kafka/event-producer';
import { createKafka, prefixed } from '@hamkhan/platform/kafka/kafka-client';
import { applyTopicRights, ownerOf } from '@hamkhan/platform/kafka/topic-rights';
import { readTopics, type TopicsFile } from '@hamkhan/platform/kafka/topics-file';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Client } from 'minio';
import mongoose from 'mongoose';

const TOPICS = resolve(import.meta.dirname, '../../../../deploy/topics.json');
const SERVICES = Object.keys(SERVICE_RIGHTS) as ServiceName[];
const FOLDERS = ['originals', 'incoming', 'images', 'audio', 'videos', 'avatars'];
const PASSED = 'passed';
const logger = createLogger('server-access', 'silent');

/** Kafka's users are those of the servers that `npm test` starts; all others are made by this test under its own names. */
const passwordOf = (service: string): string => {
  const password = process.env[`PASSWORD_OF_${service.toUpperCase()}`];
  if (!password) throw new Error(`the password of ${service} is not set: run this test with \`npm test\``);
  return password;
};

/** `passed`, or the code of the refusal. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => PASSED,
    // kafkajs wraps the broker's error and keeps its text.
    (error: { code?: string | number; message?: string }) =>
      /NOPERM|NOAUTH|Topic authorization failed/.exec(error.message ?? '')?.[0] ??
      String(error.code ?? error.message),
  );

let stack: TestStack;

beforeAll(async () => {
  stack = await TestStack.create();
  const passwords = Object.fromEntries(SERVICES.map((name) => [name, passwordOf(name)])) as ServicePasswords;
  await applyAccess(loadConfig({ ...mongoEnv, ...redisEnv, ...objectStoreEnv }, stack.env), passwords);
  await applyTopicRights(TOPICS, stack.kafkaConfig, logger);
}, 60_000);

afterAll(() => stack.drop());

describe('MongoDB', () => {
  const uriOf = (user: string, password: string): string => {
    const uri = new URL(stack.env.MONGODB_URI ?? '');
    Object.assign(uri, { username: user, password });
    return uri.href;
  };

  it('lets each service use its own database and refuses it every other', async () => {
    for (const service of servicesWithDatabase()) {
      const user = databaseOf(stack.name, service);
      const client = new mongoose.mongo.MongoClient(uriOf(user, passwordOf(service)));
      try {
        for (const other of servicesWithDatabase()) {
          const rows = client.db(databaseOf(stack.name, other)).collection('books');
          const expected = other === service ? PASSED : '13';
          expect(await outcome(rows.insertOne({ by: service }))).toBe(expected);
          expect(await outcome(rows.findOne())).toBe(expected);
        }
        expect(await outcome(client.db('admin').collection('system.users').findOne())).toBe('13');
      } finally {
        await client.close();
      }
    }
  }, 30_000);

  it('refuses calls without a user', async () => {
    const uri = new URL(stack.env.MONGODB_URI ?? '');
    const client = new mongoose.mongo.MongoClient(`mongodb://${uri.host}/?replicaSet=rs0`);
    try {
      expect(await outcome(client.db(databaseOf(stack.name, 'auth')).collection('users').findOne())).toBe(
        '13',
      );
    } finally {
      await client.close();
    }
  });
});

describe('Redis', () => {
  const connect = (username: string, password: string): Redis => {
    const { hostname, port } = new URL(stack.env.REDIS_URL ?? '');
    const settings = { host: hostname, port: Number(port), maxRetriesPerRequest: 1 };
    return new Redis(username ? { ...settings, username, password } : settings);
  };

  it('lets each service use its own keys and channels and refuses it all others', async () => {
    for (const service of servicesWithRedis()) {
      const redis = connect(keyPrefixOf(stack.name, service), passwordOf(service));
      try {
        for (const other of servicesWithRedis()) {
          const prefix = keyPrefixOf(stack.name, other);
          const expected = other === service ? PASSED : 'NOPERM';
          expect(await outcome(redis.set(`${prefix}:limits:a`, '1'))).toBe(expected);
          expect(await outcome(redis.get(`${prefix}:limits:a`))).toBe(expected);
          expect(await outcome(redis.lpush(`{${prefix}}:queue:wait`, '1'))).toBe(expected);
          expect(await outcome(redis.publish(`{${prefix}}:work`, '1'))).toBe(expected);
          expect(
            await outcome(redis.eval("return redis.call('GET', KEYS[1])", 1, `${prefix}:limits:a`)),
          ).toBe(expected);
        }
      } finally {
        redis.disconnect();
      }
    }
  });

  it('refuses services what only administrators need', async () => {
    const redis = connect(keyPrefixOf(stack.name, 'auth'), passwordOf('auth'));
    try {
      for (const command of [
        ['FLUSHALL'],
        ['CONFIG', 'GET', '*'],
        ['KEYS', '*'],
        ['ACL', 'LIST'],
        ['MONITOR'],
      ]) {
        const [name = '', ...args] = command;
        expect([name, await outcome(redis.call(name, ...args))]).toEqual([name, 'NOPERM']);
      }
    } finally {
      redis.disconnect();
    }
  });

  it('refuses calls without a user', async () => {
    const redis = connect('', '');
    redis.on('error', () => undefined);
    try {
      expect(await outcome(redis.get('a'))).toBe('NOAUTH');
    } finally {
      redis.disconnect();
    }
  });
});

describe('MinIO', () => {
  const clientOf = (accessKey: string, secretKey: string): Client => {
    const { hostname, port } = new URL(stack.env.S3_ENDPOINT ?? '');
    return new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
  };
  const has = (folders: readonly string[] | undefined, folder: string): boolean =>
    folders?.includes(folder) ?? false;

  it('lets each account do in each folder of the bucket what it owns, adds or reads, and nothing else', async () => {
    const admin = clientOf(stack.env.S3_ACCESS_KEY ?? '', stack.env.S3_SECRET_KEY ?? '');
    for (const folder of FOLDERS) await admin.putObject(stack.name, `${folder}/book/page`, 'text');
    for (const { name, objects } of servicesWithObjects()) {
      const {
        owns,
        adds,
        reads,
      }: { owns?: readonly string[]; adds?: readonly string[]; reads?: readonly string[] } = objects;
      const client = clientOf(accessKeyOf(stack.name, name), passwordOf(name));
      for (const folder of FOLDERS) {
        const expected = (allowed: boolean) => [name, folder, allowed ? PASSED : 'AccessDenied'];
        const [mayDelete, mayAdd] = [has(owns, folder), has(owns, folder) || has(adds, folder)];
        const get = client.getObject(stack.name, `${folder}/book/page`).then((stream) => stream.destroy());
        expect([name, folder, await outcome(get)]).toEqual(expected(mayAdd || has(reads, folder)));
        const key = `${folder}/book/of-${name}`;
        expect([name, folder, await outcome(client.putObject(stack.name, key, 'text'))]).toEqual(
          expected(mayAdd),
        );
        expect([name, folder, await outcome(client.removeObject(stack.name, key))]).toEqual(
          expected(mayDelete),
        );
      }
    }
  }, 30_000);

  it('refuses accounts other buckets and their own administration, and anonymous calls everything', async () => {
    const client = clientOf(accessKeyOf(stack.name, 'documents'), passwordOf('documents'));
    expect(await outcome(client.makeBucket(`${stack.name}-other`))).toBe('AccessDenied');
    expect(await outcome(client.removeBucket(stack.name))).toBe('AccessDenied');
    expect(await outcome(client.setBucketPolicy(stack.name, '{}'))).toBe('AccessDenied');
    const anonymous = await fetch(`${stack.env.S3_ENDPOINT}/${stack.name}/originals/book/page`);
    expect(anonymous.status).toBe(403);
  });
});

describe('Kafka', () => {
  let topics: TopicsFile['topics'];
  beforeAll(async () => {
    ({ topics } = await readTopics(TOPICS));
  });
  const configOf = (service: string): KafkaConfig => ({
    ...stack.kafkaConfig,
    KAFKA_USERNAME: service,
    KAFKA_PASSWORD: passwordOf(service),
  });

  it('accepts events on a topic from its owner only', async () => {
    for (const service of SERVICES) {
      const producer = new EventProducer(createKafka(service, configOf(service), logger));
      try {
        for (const { name } of topics) {
          const event = { topic: prefixed(stack.kafkaConfig, name), key: 'k', value: '{}', headers: {} };
          const result = await outcome(producer.send([event]));
          const expected = ownerOf(name) === service ? PASSED : 'Topic authorization failed';
          expect([service, name, result]).toEqual([service, name, expected]);
        }
      } finally {
        await producer.close();
      }
    }
  }, 60_000);

  it('shows a topic to its owner and its readers only, and a group to its service only', async () => {
    for (const service of SERVICES) {
      const admin = createKafka(service, configOf(service), logger).admin();
      await admin.connect();
      try {
        for (const { name, groups } of topics) {
          const topic = prefixed(stack.kafkaConfig, name);
          const isAllowed = ownerOf(name) === service || groups.includes(service);
          const result = await outcome(admin.fetchTopicMetadata({ topics: [topic] }));
          const expected = isAllowed ? PASSED : 'Topic authorization failed';
          expect([service, name, result]).toEqual([service, name, expected]);
        }
        const groupId = prefixed(stack.kafkaConfig, 'documents');
        const found = await outcome(admin.fetchOffsets({ groupId }));
        expect([service, found]).toEqual([
          service,
          service === 'documents' ? PASSED : 'Failed to find group coordinator',
        ]);
      } finally {
        await admin.disconnect();
      }
    }
  }, 60_000);

  it('refuses a wrong password', async () => {
    const config = { ...configOf('auth'), KAFKA_PASSWORD: 'wrong' };
    const admin = createKafka('auth', config, logger).admin();
    await expect(admin.connect()).rejects.toThrow(/SASL PLAIN authentication failed/);
    await admin.disconnect();
  }, 30_000);
});
