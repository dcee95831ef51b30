import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@hamkhan/platform/observability/logger';
import type { Connection } from 'mongoose';
import { ChangeFeed } from './change-feed.repository.js';

class FakeStream extends EventEmitter {
  close = (): Promise<void> => Promise.resolve();
}
const streams: FakeStream[] = [];
const watched: Record<string, unknown>[] = [];
const connection = {
  watch: (_pipeline: unknown, options: Record<string, unknown>) => {
    watched.push(options);
    const stream = new FakeStream();
    streams.push(stream);
    return stream;
  },
} as unknown as Connection;
const logger = { warn: () => undefined } as unknown as Logger;

describe('ChangeFeed', () => {
  let feed: ChangeFeed;
  const changes: string[] = [];
  const settle = () => jest.advanceTimersByTimeAsync(1_000);

  beforeEach(() => {
    jest.useFakeTimers();
    streams.length = watched.length = changes.length = 0;
    feed = new ChangeFeed(connection, logger);
    feed.listen({
      onDocument: ({ _id }) => changes.push(`document ${_id}`),
      onPage: ({ documentId, number }) => changes.push(`page ${number} of ${documentId}`),
      onSessionEnded: ({ sessionId }) => changes.push(`end of ${sessionId}`),
      onGap: () => changes.push('gap'),
    });
    feed.onApplicationBootstrap();
  });
  afterEach(async () => {
    await feed.onModuleDestroy();
    jest.useRealTimers();
  });

  it('passes on changes, but no removals', () => {
    const change = (coll: string, fullDocument: unknown) =>
      streams[0]?.emit('change', { ns: { coll }, fullDocument });
    change('documents', { _id: 'd' });
    change('pages', { documentId: 'd', number: 3 });
    change('ended_sessions', { sessionId: 's' });
    change('documents', null);
    expect(changes).toEqual(['document d', 'page 3 of d', 'end of s']);
  });

  it('resumes after an outage where it stopped', async () => {
    const [first] = streams;
    first?.emit('resumeTokenChanged', { _data: 'here' });
    first?.emit('error', new Error('connection lost'));
    first?.emit('error', new Error('connection lost, reported twice'));
    await settle();
    expect(streams).toHaveLength(2);
    expect(watched[1]).toMatchObject({ resumeAfter: { _data: 'here' } });
    expect(changes).toEqual([]);
    streams[1]?.emit('error', new Error('lost again before anything came'));
    await settle();
    expect(watched[2]).toMatchObject({ resumeAfter: { _data: 'here' } });
  });

  it('reports a gap when the resume point is lost', async () => {
    const [first] = streams;
    first?.emit('resumeTokenChanged', { _data: 'long ago' });
    first?.emit('error', Object.assign(new Error('history lost'), { code: 286 }));
    await settle();
    expect(changes).toEqual(['gap']);
    expect(watched[1]).not.toHaveProperty('resumeAfter');
  });

  it('does not reopen after it was stopped', async () => {
    await feed.onModuleDestroy();
    streams[0]?.emit('error', new Error('closed'));
    await settle();
    expect(streams).toHaveLength(1);
  });
});
