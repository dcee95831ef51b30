import { spawn, type ChildProcess } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '../conversion-error.js';
import type { ToolOptions, ToolResult, ToolRunner } from './tool-runner.js';

const DEFAULT_MEMORY_MB = 1024;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_STDERR = 8_000;
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/**
 * Runs tools under `prlimit` (util-linux) with limits on address space, CPU seconds and file size, and without core dumps. Without
 * prlimit (not Linux) the timeout and the output limit still hold. Tools see no environment but PATH, a plain locale and one thread.
 */
export class LimitedToolRunner implements ToolRunner {
  private readonly executables = new Map<string, Promise<string | null>>();

  constructor(private readonly searchPath: string) {}

  async has(program: string): Promise<boolean> {
    return (await this.find(program)) !== null;
  }

  async run(program: string, args: readonly string[], options: ToolOptions): Promise<ToolResult> {
    const [executable, limiter] = await Promise.all([this.find(program), this.find('prlimit')]);
    options.signal?.throwIfAborted();
    if (!executable) throw new ConversionError('crashed', {}, { detail: `${program} is not installed` });
    const [command, ...rest]: [string, ...string[]] = limiter
      ? [limiter, ...limitArguments(options), '--', executable, ...args]
      : [executable, ...args];
    const child = spawn(command, rest, {
      cwd: options.cwd,
      stdio: [options.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      env: {
        PATH: this.searchPath,
        LC_ALL: 'C.UTF-8',
        OMP_THREAD_LIMIT: '1',
        ...(options.cwd ? { TMPDIR: options.cwd } : {}),
      },
    });
    return resultOf(child, program, options);
  }

  private find(program: string): Promise<string | null> {
    const executable = this.executables.get(program) ?? this.lookUp(program);
    this.executables.set(program, executable);
    return executable;
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

const limitArguments = ({ memoryMb = DEFAULT_MEMORY_MB, timeoutMs }: ToolOptions): string[] => [
  `--as=${memoryMb * 1024 * 1024}`,
  `--cpu=${Math.max(1, Math.ceil(timeoutMs / 1000))}`,
  `--fsize=${MAX_FILE_BYTES}`,
  '--core=0',
];

/** Collects the output of a program until it ends; kills it at a limit, at the timeout, or when the signal is aborted. */
function resultOf(child: ChildProcess, program: string, options: ToolOptions): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const limit = options.maxOutputBytes ?? MAX_OUTPUT_BYTES;
    const chunks: Buffer[] = [];
    let received = 0;
    let stderr = '';
    let stopReason: Error | undefined;
    const stop = (reason: Error): void => {
      stopReason ??= reason;
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
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      settle();
    };
    child.on('error', (error) =>
      finish(() => reject(new ConversionError('crashed', {}, { cause: error, detail: program }))),
    );
    child.on('close', (code, signal) =>
      finish(() => {
        const failure = stopReason ?? (signal ? failureOf(program, signal, stderr) : null);
        if (failure) reject(failure);
        else resolve({ stdout: Buffer.concat(chunks), stderr, exitCode: code ?? 1 });
      }),
    );
    if (options.stdin && child.stdin) {
      // A program that ends early closes the pipe; its exit code tells the reason.
      child.stdin.on('error', () => undefined);
      child.stdin.end(options.stdin);
    }
  });
}

/** The kernel ends a program with SIGXCPU, then SIGKILL, at its CPU limit; a program without memory aborts itself. */
function failureOf(program: string, signal: NodeJS.Signals, stderr: string): ConversionError {
  if (signal === 'SIGXCPU' || signal === 'SIGKILL')
    return new ConversionError('timed_out', {}, { detail: `${program} ${signal}` });
  const isMemory = signal === 'SIGABRT' || /bad_alloc|out of memory/i.test(stderr);
  return new ConversionError(
    isMemory ? 'out_of_memory' : 'crashed',
    {},
    { detail: `${program} ${signal} ${stderr}` },
  );
}
