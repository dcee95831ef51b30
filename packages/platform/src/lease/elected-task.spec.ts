import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '../observability/logger.js';
import { ElectedTask } from './elected-task.js';
import type { LeaderLease } from './leader-lease.js';

const logger = { warn: jest.fn(), error: jest.fn() };
const lease = { acquire: jest.fn(() => Promise.resolve(true)), release: jest.fn(() => Promise.resolve()) };
let task: ElectedTask;

const create = (work: () => Promise<void>): ElectedTask =>
  (task = new ElectedTask(lease as unknown as LeaderLease, work, logger as unknown as Logger));

beforeEach(() => void jest.clearAllMocks());
afterEach(() => task.stop());

describe('ElectedTask', () => {
  it('runs at once and then at intervals', async () => {
    const runs = await new Promise<number>((resolve) => {
      let count = 0;
      create(() => {
        count += 1;
        if (count === 3) resolve(count);
        return Promise.resolve();
      }).start(1);
    });
    expect(runs).toBe(3);
  });

  it('runs once more after a run during which it was woken, and never twice at the same time', async () => {
    const finish: (() => void)[] = [];
    create(() => new Promise((resolve) => finish.push(resolve)));
    for (let wakes = 0; wakes < 3; wakes += 1) {
      task.wake();
      await nextTurn();
    }
    expect(finish).toHaveLength(1);
    finish[0]?.();
    await nextTurn();
    expect(finish).toHaveLength(2);
    finish[1]?.();
  });

  it('does nothing in a process that does not hold the lease', async () => {
    lease.acquire.mockResolvedValueOnce(false);
    const work = jest.fn(() => Promise.resolve());
    create(work).wake();
    await nextTurn();
    expect(work).not.toHaveBeenCalled();
    task.wake();
    await nextTurn();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('reports a failure and runs again', async () => {
    const work = jest.fn(() => Promise.resolve());
    work.mockRejectedValueOnce(new Error('broken'));
    create(work).wake();
    await nextTurn();
    expect(logger.error).toHaveBeenCalledTimes(1);
    task.wake();
    await nextTurn();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('waits for the run under way when it stops, then gives the lease up', async () => {
    let isFinished = false;
    create(async () => {
      await nextTurn();
      isFinished = true;
    }).wake();
    await task.stop();
    expect(isFinished).toBe(true);
    expect(lease.release).toHaveBeenCalledTimes(1);
  });
});
