import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '../conversion-error.js';
import type { ToolOptions, ToolResult, ToolRunner } from './tool-runner.js';

const DEFAULT_MEMORY_MB = 1024;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_STDERR = 8_000;
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/**
 * Runs tools under `prlimit` (util-linux): address space, CPU seconds, file size, no core dump. Where prlimit is missing (not
 * Linux) the deadline and the output limit still hold. The environment is scrubbed: tools see PATH, a plain locale and one thread.
 */
export class LimitedToolRunner implements ToolRunner {
  private readonly known = new Map<string, Promise<string | null>>();

  constructor(private readonly searchPath: string) {}

  async has(program: string): Promise<boolean> {
    return (await this.find(program)) !== null;
  }

  async run(program: string, args: readonly string[], options: ToolOptions): Promise<ToolResult> {
    const [executable, limiter] = await Promise.all([this.find(program), this.find('prlimit')]);
    options.signal?.throwIfAborted();
    if (!executable) throw new ConversionError('crashed', {}, { detail: `${program} is not installed` });
    const memory = (options.memoryMb ?? DEFAULT_MEMORY_MB) * 1024 * 1024;
    const cpuSeconds = Math.max(1, Math.ceil(options.timeoutMs / 1000));
    const [command, commandArgs] = limiter
      ? [
          limiter,
          [
            `--as=${memory}`,
            `--cpu=${cpuSeconds}`,
            `--fsize=${MAX_FILE_BYTES}`,
            '--core=0',
            '--',
            executable,
            ...args,
          ],
        ]
      : [executable, [...args]];
    return this.collect(program, command, commandArgs, options);
  }

  private collect(
    program: string,
    command: string,
    args: string[],
    options: ToolOptions,
  ): Promise<ToolResult> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: options.cwd,
        stdio: [options.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
        env: {
          PATH: this.searchPath,
          LC_ALL: 'C.UTF-8',
          OMP_THREAD_LIMIT: '1',
          ...(options.cwd ? { TMPDIR: options.cwd } : {}),
        },
      });
      const limit = options.maxOutputBytes ?? MAX_OUTPUT_BYTES;
      const chunks: Buffer[] = [];
      let received = 0;
      let stderr = '';
      let ended: Error | undefined;
      const stop = (error: Error): void => {
        ended ??= error;
        child.kill('SIGKILL');
      };
      const timer = setTimeout(
        () => stop(new ConversionError('timed_out', {}, { detail: program })),
        options.timeoutMs,
      );
      const onAbort = (): void =>
        stop(options.signal?.reason instanceof Error ? options.signal.reason : new Error('aborted'));
      options.signal?.addEventListener('abort', onAbort, { once: true });
      child.stdout?.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > limit)
          stop(new ConversionError('crashed', {}, { detail: `${program} wrote more than ${limit} bytes` }));
        else chunks.push(chunk);
      });
      child.stderr?.on('data', (chunk: Buffer) => {
        if (stderr.length < MAX_STDERR) stderr += chunk.toString('utf8');
      });
      const finish = (action: () => void): void => {
        clearTimeout(timer);
        options.signal?.removeEventListener('abort', onAbort);
        action();
      };
      child.on('error', (error) =>
        finish(() => reject(new ConversionError('crashed', {}, { cause: error, detail: program }))),
      );
      child.on('close', (code, signal) =>
        finish(() => {
          if (ended) reject(ended);
          else if (signal === 'SIGXCPU' || signal === 'SIGKILL')
            reject(new ConversionError('timed_out', {}, { detail: `${program} ${signal}` }));
          else if (signal) {
            const isMemory = signal === 'SIGABRT' || /bad_alloc|out of memory/i.test(stderr);
            reject(
              new ConversionError(
                isMemory ? 'out_of_memory' : 'crashed',
                {},
                { detail: `${program} ${signal} ${stderr}` },
              ),
            );
          } else resolve({ stdout: Buffer.concat(chunks), stderr, exitCode: code ?? 1 });
        }),
      );
      if (options.stdin && child.stdin) {
        // A tool that ends early closes the pipe; its exit status says why.
        child.stdin.on('error', () => undefined);
        child.stdin.end(options.stdin);
      }
    });
  }

  private find(program: string): Promise<string | null> {
    const known = this.known.get(program) ?? this.lookUp(program);
    this.known.set(program, known);
    return known;
  }

  private async lookUp(program: string): Promise<string | null> {
    for (const folder of this.searchPath.split(path.delimiter)) {
      const candidate = path.join(folder, program);
      const isRunnable = await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isRunnable) return candidate;
    }
    return null;
  }
}
