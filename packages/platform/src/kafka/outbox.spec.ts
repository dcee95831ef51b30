import { describe, expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import type { Tx } from '../mongo/unit-of-work.js';
import { Outbox } from './outbox.js';
import type { OutboxRow } from './outbox.schema.js';

const TX = {} as Tx;
const written: OutboxRow[] = [];
const rows = {
  create: (added: OutboxRow[]) => {
    written.push(...added);
    return Promise.resolve();
  },
} as unknown as Model<OutboxRow>;
const outbox = new Outbox(rows, 'pipeline', (topic) => `test-${topic}`);
const translated = (items: number) => {
  const text = { type: 'text' as const, content: 'م'.repeat(200_000) };
  return {
    aggregateId: 'd:0',
    aggregateVersion: 3,
    data: {
      documentId: 'd',
      pageNumber: 0,
      level: 1 as const,
      content: { items: Array.from({ length: items }, (_, n) => ({ ...text, id: String(n) })) },
    },
  };
};

describe('the outbox', () => {
  it('stores an event with its topic and key', async () => {
    await outbox.add('pipeline.page.translated', translated(1), TX);
    expect(written).toMatchObject([{ topic: 'test-pipeline.page.v1', key: 'd', publishedAt: null }]);
    expect(JSON.parse(written[0]?.payload ?? '')).toMatchObject({
      id: written[0]?._id,
      producer: 'pipeline',
      aggregateId: 'd:0',
      aggregateVersion: 3,
    });
  });

  it('rejects an event above the size limit, counted in bytes', async () => {
    await expect(outbox.add('pipeline.page.translated', translated(20), TX)).rejects.toThrow(RangeError);
    expect(written).toHaveLength(1);
  });
});
