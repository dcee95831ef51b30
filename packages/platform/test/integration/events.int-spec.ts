import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext } from '@nestjs/microservices';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { kafkaEnv, loadConfig, mongoEnv } from '@hamkhan/platform/config';
import { uuidv7 } from '@hamkhan/platform/ids';
import { prepareStores, startService, type RunningService } from '@hamkhan/platform/bootstrap';
import { applyTopics } from '@hamkhan/platform/kafka/apply-topics';
import { EventDispatcher } from '@hamkhan/platform/kafka/event-dispatcher';
import { createKafka } from '@hamkhan/platform/kafka/kafka-client';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { EventProducer } from '@hamkhan/platform/kafka/event-producer';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { PlatformModule } from '@hamkhan/platform/platform-module';

const run = randomBytes(4).toString('hex');
const env = loadConfig({ ...mongoEnv, ...kafkaEnv });
const config = {
  ...env,
  MONGODB_PREFIX: `it_${run}`,
  KAFKA_PREFIX: `it-${run}-`,
  HOST: '127.0.0.1',
  PORT: 20_000 + Math.floor(Math.random() * 20_000),
  LOG_LEVEL: 'silent' as const,
};
const logger = createLogger('events-test', 'silent');
const handled: string[] = [];
const handledBySecond: string[] = [];
let failures = 0;

@Controller()
class Consumer {
  constructor(private readonly dispatcher: EventDispatcher) {}

  @EventPattern('documents.reader.v1')
  handle(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'positions', {
      'documents.reader.moved': ({ data }) => {
        if (data.documentId === 'fails-twice' && failures < 2) {
          failures += 1;
          throw new Error('not yet');
        }
        if (data.documentId === 'always-fails') throw new TypeError('a bug');
        handled.push(`${data.documentId}:${data.pageNumber}`);
        return Promise.resolve();
      },
    });
  }
}

@Controller()
class SecondConsumer {
  constructor(private readonly dispatcher: EventDispatcher) {}

  @EventPattern('documents.reader.v1')
  handle(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'second', {
      'documents.reader.moved': ({ data }) => {
        handledBySecond.push(`${data.documentId}:${data.pageNumber}`);
        return Promise.resolve();
      },
    });
  }
}

@Module({
  imports: [PlatformModule.forRoot({ name: 'pipeline', config, errorStyle: 'status' })],
  controllers: [Consumer, SecondConsumer],
})
class TestModule {}

const envelope = (documentId: string, pageNumber: number) => ({
  id: uuidv7(),
  type: 'documents.reader.moved',
  occurredAt: new Date().toISOString(),
  producer: 'test',
  aggregateId: documentId,
  aggregateVersion: 1,
  correlationId: 'correlation-of-test',
  actor: 'system',
  data: { documentId, pageNumber },
});

describe('events from outbox to consumer', () => {
  let service: RunningService;

  beforeAll(async () => {
    await applyTopics(resolve('deploy/topics.json'), config, logger);
    service = await startService({
      name: 'pipeline',
      config,
      module: TestModule,
      consumerGroup: 'pipeline',
      http: false,
    });
    await prepareStores(service.app);
  }, 60_000);

  afterAll(async () => {
    const connection = service.app.get<Connection>(getConnectionToken());
    await connection.dropDatabase();
    await service.stop();
  }, 60_000);

  const publish = async (value: string): Promise<void> => {
    await service.app
      .get(EventProducer)
      .send([{ topic: `${config.KAFKA_PREFIX}documents.reader.v1`, key: 'k', value, headers: {} }]);
  };

  it('publishes committed events and no rolled back ones', async () => {
    const unitOfWork = service.app.get(UnitOfWork);
    const outbox = service.app.get(Outbox);
    const event = { aggregateId: 'a', aggregateVersion: 1 };
    await expect(
      unitOfWork.run(async (tx) => {
        await outbox.add(
          'documents.reader.moved',
          { ...event, data: { documentId: 'rolled-back', pageNumber: 0 } },
          tx,
        );
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await unitOfWork.run((tx) =>
      outbox.add('documents.reader.moved', { ...event, data: { documentId: 'kept', pageNumber: 7 } }, tx),
    );
    await until(() => handled.includes('kept:7'));
    expect(handled).not.toContain('rolled-back:0');
  }, 30_000);

  it('handles an event once in each consumer when it is delivered three times', async () => {
    const event = JSON.stringify(envelope('thrice', 1));
    await publish(event);
    await publish(event);
    await publish(event);
    await publish(JSON.stringify(envelope('after-thrice', 1)));
    const entries = [handled, handledBySecond];
    await until(() => entries.every((list) => list.includes('after-thrice:1')));
    expect(entries.map((list) => list.filter((entry) => entry === 'thrice:1').length)).toEqual([1, 1]);
  }, 30_000);

  it('retries a failing event, parks a poison event and continues', async () => {
    await publish(JSON.stringify(envelope('fails-twice', 1)));
    await publish('{"not":"an event"}');
    await publish(JSON.stringify(envelope('always-fails', 1)));
    await publish(JSON.stringify(envelope('after-poison', 1)));
    await until(() => handled.includes('after-poison:1'));
    expect(handled.filter((entry) => entry === 'fails-twice:1')).toHaveLength(1);
    // Both consumers park what is not an event.
    const parked = await readTopic(
      `${config.KAFKA_PREFIX}documents.reader.v1.${config.KAFKA_PREFIX}pipeline.dlt`,
      3,
    );
    expect(parked).toEqual(
      expect.arrayContaining(['{"not":"an event"}', expect.stringContaining('always-fails')]),
    );
  }, 60_000);
});

async function readTopic(topic: string, count: number): Promise<string[]> {
  const consumer = createKafka('probe', config, logger).consumer({ groupId: `${run}-probe` });
  const values: string[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    eachMessage: ({ message }) => {
      values.push(String(message.value));
      return Promise.resolve();
    },
  });
  await until(() => values.length >= count);
  await consumer.disconnect();
  return values;
}

async function until(condition: () => boolean, timeoutMs = 20_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('timeout');
    await new Promise((r) => setTimeout(r, 50));
  }
}
