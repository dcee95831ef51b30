import { describe, expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import type { Tx, UnitOfWork } from '../mongo/unit-of-work.js';
import { uuidv7 } from '../ids.js';
import { createLogger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { EventDispatcher, type EventHandlers } from './event-dispatcher.js';
import type { EventProducer } from './event-producer.js';
import type { InboxRow } from './inbox.schema.js';

const rows = new Set<string>();
const inbox = {
  exists: ({ _id }: Pick<InboxRow, '_id'>) => Promise.resolve(rows.has(_id) ? { _id } : null),
  create: ([row]: [InboxRow]) => Promise.resolve(rows.add(row._id)),
} as unknown as Model<InboxRow>;
const unitOfWork = { run: (work: (tx: Tx) => Promise<void>) => work({} as Tx) } as UnitOfWork;
const dispatcher = new EventDispatcher(
  'finance',
  inbox,
  unitOfWork,
  {} as EventProducer,
  new Metrics('finance'),
  createLogger('test', 'silent'),
);
const message = {
  topic: 'documents.reader.v1',
  partition: 0,
  offset: '0',
  key: 'd',
  value: Buffer.from(
    JSON.stringify({
      id: uuidv7(),
      type: 'documents.reader.moved',
      occurredAt: new Date().toISOString(),
      producer: 'documents',
      aggregateId: 'd',
      aggregateVersion: 1,
      correlationId: 'c',
      actor: 'system',
      data: { documentId: 'd', pageNumber: 1 },
    }),
  ),
  heartbeat: () => Promise.resolve(),
};

describe('EventDispatcher', () => {
  it('handles an event once in each consumer of a service', async () => {
    const handled: string[] = [];
    const handlersOf = (consumer: string): EventHandlers => ({
      'documents.reader.moved': () => {
        handled.push(consumer);
        return Promise.resolve();
      },
    });
    for (const consumer of ['one', 'other', 'one', 'other'])
      await dispatcher.handle(message, consumer, handlersOf(consumer));
    expect(handled).toEqual(['one', 'other']);
  });
});
