import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { encodeFrame } from './frames.js';
import { messagesOf } from './messages.js';
import type { Ending } from './sandbox-process.js';

/** A process of which a test says what it sends and how it ends. */
const fakeProcess = () => {
  const messages = new PassThrough();
  let end: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => (end = resolve));
  const state = { killed: 0 };
  const ending = (changes: Partial<Ending> = {}): void => {
    end({ code: 0, signal: null, stderr: '', isOutOfMemory: false, ...changes });
    messages.end();
  };
  const kill = (): void => {
    state.killed += 1;
    ending({ code: null, signal: 'SIGKILL' });
  };
  return { messages, ended, kill, ending, state };
};

const limits = { silenceMs: 60_000, messages: 3, signal: new AbortController().signal };
const all = async (started: ReturnType<typeof fakeProcess>, changes: Partial<typeof limits> = {}) => {
  const received: unknown[] = [];
  for await (const one of messagesOf(started, ({ message }) => message, { ...limits, ...changes })) {
    received.push(one);
    if (one === 'done') return received;
  }
  return received;
};

describe('messagesOf', () => {
  it('gives messages until the consumer has its last one, then ends the process', async () => {
    const started = fakeProcess();
    started.messages.write(Buffer.concat([encodeFrame('one'), encodeFrame('done')]));
    expect(await all(started)).toEqual(['one', 'done']);
    expect(started.state.killed).toBeGreaterThan(0);
  });

  it.each<[string, Partial<Ending>, string]>([
    ['ends before its last message', { code: 0 }, 'crashed'],
    ['ends with an error', { code: 1, stderr: 'TypeError' }, 'crashed'],
    ['has used its processor time', { signal: 'SIGXCPU', code: null }, 'timed_out'],
    ['has used its processor time behind a wrapper', { code: 152 }, 'timed_out'],
    ['has a full heap', { signal: 'SIGABRT', code: null }, 'out_of_memory'],
    [
      'used more memory than allowed',
      { signal: 'SIGKILL', code: null, isOutOfMemory: true },
      'out_of_memory',
    ],
    ['says that memory is missing', { code: 1, stderr: 'std::bad_alloc' }, 'out_of_memory'],
  ])('fails when the process %s', async (_, ending, reason) => {
    const started = fakeProcess();
    started.ending(ending);
    await expect(all(started)).rejects.toMatchObject({ reason });
  });

  it.each<[string, Buffer, string]>([
    ['sends too many messages', Buffer.concat(Array.from({ length: 5 }, () => encodeFrame('x'))), 'crashed'],
    ['sends noise', Buffer.alloc(100, 1), 'crashed'],
    ['begins a message and stops', encodeFrame('x').subarray(0, 9), 'timed_out'],
    ['is silent', Buffer.alloc(0), 'timed_out'],
  ])('ends a process that %s', async (_, bytes, reason) => {
    const started = fakeProcess();
    if (bytes.length > 0) started.messages.write(bytes);
    await expect(all(started, { silenceMs: 300 })).rejects.toMatchObject({ reason });
    expect(started.state.killed).toBeGreaterThan(0);
  });

  it('fails with the reason of an aborted signal', async () => {
    const controller = new AbortController();
    const started = fakeProcess();
    const receiving = all(started, { signal: controller.signal });
    controller.abort(new Error('cancelled'));
    await expect(receiving).rejects.toThrow('cancelled');
    expect(started.state.killed).toBeGreaterThan(0);
  });
});
