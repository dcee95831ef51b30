import { describe, expect, it } from '@jest/globals';
import { LimitedToolRunner } from './limited-tool-runner.js';

const runner = new LimitedToolRunner(process.env['PATH'] ?? '');
const patient = { timeoutMs: 60_000 };

describe('a tool', () => {
  it('answers with what it wrote and how it ended', async () => {
    const { stdout, exitCode } = await runner.run('sh', ['-c', 'cat; exit 3'], {
      ...patient,
      stdin: Buffer.from('in'),
    });
    expect([stdout.toString(), exitCode]).toEqual(['in', 3]);
  });

  it('sees nothing of our environment but where programs are, a locale and one thread', async () => {
    const { stdout } = await runner.run('env', [], patient);
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
    ['hangs', 'sleep', ['60'], { timeoutMs: 300 }, 'timed_out'],
    ['writes without end', 'yes', [], { ...patient, maxOutputBytes: 10_000 }, 'crashed'],
    ['is not there', 'no-such-tool-of-ours', [], patient, 'crashed'],
  ])('is ended when it %s', async (_, program, args, options, reason) => {
    await expect(runner.run(program, args, options)).rejects.toMatchObject({ reason });
  });

  it('gets no more memory than it may', async () => {
    const eater = runner.run('tail', ['/dev/zero'], { ...patient, memoryMb: 60 });
    const outcome = await eater.then(
      ({ exitCode }) => exitCode,
      (error: unknown) => error,
    );
    expect(outcome).not.toBe(0);
  });

  it('is ended when nobody waits any more', async () => {
    const controller = new AbortController();
    const running = runner.run('sleep', ['60'], { ...patient, signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });
});
