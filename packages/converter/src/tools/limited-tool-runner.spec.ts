import { describe, expect, it } from '@jest/globals';
import { LimitedToolRunner } from './limited-tool-runner.js';

const runner = new LimitedToolRunner(process.env['PATH'] ?? '');
const longTimeout = { timeoutMs: 60_000 };

describe('LimitedToolRunner', () => {
  it('returns the output and the exit code', async () => {
    const { stdout, exitCode } = await runner.run('sh', ['-c', 'cat; exit 3'], {
      ...longTimeout,
      stdin: Buffer.from('in'),
    });
    expect([stdout.toString(), exitCode]).toEqual(['in', 3]);
  });

  it('passes no environment but PATH, a locale and one thread', async () => {
    const { stdout } = await runner.run('env', [], longTimeout);
    const names = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(
      names.filter((name) => !['PATH', 'LANG', 'LC_ALL', 'OMP_THREAD_LIMIT'].includes(name ?? '')),
    ).toEqual([]);
    expect(stdout.toString()).toContain('OMP_THREAD_LIMIT=1');
  });

  it.each([
    ['exceeds the timeout', 'sleep', ['60'], { timeoutMs: 300 }, 'timed_out'],
    ['writes too much', 'yes', [], { ...longTimeout, maxOutputBytes: 10_000 }, 'crashed'],
    ['is not installed', 'no-such-program', [], longTimeout, 'crashed'],
  ])('rejects a program that %s', async (_, program, args, options, reason) => {
    await expect(runner.run(program, args, options)).rejects.toMatchObject({ reason });
  });

  it('limits the memory', async () => {
    const greedy = runner.run('tail', ['/dev/zero'], { ...longTimeout, memoryMb: 60 });
    const outcome = await greedy.then(
      ({ exitCode }) => exitCode,
      (error: unknown) => error,
    );
    expect(outcome).not.toBe(0);
  });

  it('kills the program when the signal is aborted', async () => {
    const controller = new AbortController();
    const running = runner.run('sleep', ['60'], { ...longTimeout, signal: controller.signal });
    controller.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
  });
});
