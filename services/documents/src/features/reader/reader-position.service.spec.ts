import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import type { DocumentRow } from '../document/document.schema.js';
import { ReaderPositionService } from './reader-position.service.js';

const told: number[] = [];
const unitOfWork = { run: (work: (tx: unknown) => Promise<void>) => work({}) } as unknown as UnitOfWork;
const outbox = {
  add: (_type: string, event: { data: { pageNumber: number } }) => {
    told.push(event.data.pageNumber);
    return Promise.resolve();
  },
} as unknown as Outbox;
const document = (status: DocumentRow['status']): DocumentRow => ({ _id: 'd', status }) as DocumentRow;

describe('where readers stand', () => {
  let service: ReaderPositionService;
  beforeEach(() => {
    jest.useFakeTimers();
    told.length = 0;
    service = new ReaderPositionService(unitOfWork, outbox, {} as Logger);
  });
  afterEach(() => {
    service.onModuleDestroy();
    jest.useRealTimers();
  });

  it('tells the first page at once, then at most one each two seconds, and always the last', () => {
    for (const page of [3, 4, 5, 6]) service.moved(document('inprogress'), 'r', page);
    expect(told).toEqual([3]);
    jest.advanceTimersByTime(2_000);
    expect(told).toEqual([3, 6]);
    jest.advanceTimersByTime(10_000);
    expect(told).toEqual([3, 6]);
    service.moved(document('inprogress'), 'r', 6);
    service.moved(document('inprogress'), 'other', 6);
    expect(told).toEqual([3, 6, 6]);
  });

  it('tells of a reader who stays only once a minute', () => {
    for (let second = 0; second <= 60; second += 1) {
      service.moved(document('inprogress'), 'r', 7);
      jest.advanceTimersByTime(1_000);
    }
    expect(told).toEqual([7, 7]);
  });

  it('tells nothing of a document that no longer runs', () => {
    for (const status of ['translated', 'failed', 'skipped', 'canceled', 'blocked'] as const) {
      service.moved(document(status), 'r', 1);
    }
    expect(told).toEqual([]);
  });
});
