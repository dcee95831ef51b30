import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import type { DocumentRow } from '../document/document.schema.js';
import { ReaderPositionService } from './reader-position.service.js';

const published: number[] = [];
const unitOfWork = { run: (work: (tx: unknown) => Promise<void>) => work({}) } as unknown as UnitOfWork;
const outbox = {
  add: (_type: string, event: { data: { pageNumber: number } }) => {
    published.push(event.data.pageNumber);
    return Promise.resolve();
  },
} as unknown as Outbox;
const document = (status: DocumentRow['status']): DocumentRow => ({ _id: 'd', status }) as DocumentRow;

describe('ReaderPositionService', () => {
  let service: ReaderPositionService;
  beforeEach(() => {
    jest.useFakeTimers();
    published.length = 0;
    service = new ReaderPositionService(unitOfWork, outbox, {} as Logger);
  });
  afterEach(() => {
    service.onModuleDestroy();
    jest.useRealTimers();
  });

  it('publishes the first page at once, then one every two seconds at most, and always the last', () => {
    for (const page of [3, 4, 5, 6]) service.record(document('inprogress'), 'r', page);
    expect(published).toEqual([3]);
    jest.advanceTimersByTime(2_000);
    expect(published).toEqual([3, 6]);
    jest.advanceTimersByTime(10_000);
    expect(published).toEqual([3, 6]);
    service.record(document('inprogress'), 'r', 6);
    service.record(document('inprogress'), 'other', 6);
    expect(published).toEqual([3, 6, 6]);
  });

  it('publishes an unchanged position once a minute', () => {
    for (let second = 0; second <= 60; second += 1) {
      service.record(document('inprogress'), 'r', 7);
      jest.advanceTimersByTime(1_000);
    }
    expect(published).toEqual([7, 7]);
  });

  it('publishes nothing for a document that is no longer processed', () => {
    for (const status of ['translated', 'failed', 'skipped', 'canceled', 'blocked'] as const) {
      service.record(document(status), 'r', 1);
    }
    expect(published).toEqual([]);
  });
});
