import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { exitOnUncaughtError } from './last-resort.js';

const error = new Error('nobody listens');

function install(drain: () => Promise<void>) {
  const parts = { process: new EventEmitter(), logger: { error: jest.fn() }, exit: jest.fn() };
  exitOnUncaughtError({ ...parts, drain });
  return parts;
}

describe('exitOnUncaughtError', () => {
  it('logs the first error only, drains once and exits with a failure', async () => {
    const drained = Promise.withResolvers<void>();
    const drain = jest.fn(() => drained.promise);
    const { process, logger, exit } = install(drain);
    process.emit('uncaughtException', error, 'unhandledRejection');
    process.emit('uncaughtException', new Error('another'), 'uncaughtException');
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith(
      { err: error, origin: 'unhandledRejection' },
      expect.any(String),
    );
    expect(exit).not.toHaveBeenCalled();
    drained.resolve();
    await nextTurn();
    expect(drain).toHaveBeenCalledTimes(1);
    expect(exit).toHaveBeenCalledWith(1);
  });

  it('exits also when draining fails or does not end', async () => {
    const failing = install(() => Promise.reject(new Error('no')));
    failing.process.emit('uncaughtException', error, 'uncaughtException');
    await nextTurn();
    expect(failing.exit).toHaveBeenCalledWith(1);

    jest.useFakeTimers();
    try {
      const hanging = install(() => new Promise(() => undefined));
      hanging.process.emit('uncaughtException', error, 'uncaughtException');
      jest.advanceTimersByTime(10_000);
      expect(hanging.exit).toHaveBeenCalledWith(1);
    } finally {
      jest.useRealTimers();
    }
  });
});
