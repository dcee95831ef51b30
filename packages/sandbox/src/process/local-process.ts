import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from './process-memory.js';
import type { Ending, SandboxProcess } from './sandbox-process.js';

/** Where external programs are searched: the sandbox does not inherit PATH. */
export const TOOL_PATH = '/usr/local/bin:/usr/bin:/bin';

const WATCH_INTERVAL_MS = 200;
const MAX_STDERR = 2_000;
/** All processes of a job together may use this many times the memory of one. */
const TOTAL_MEMORY = 2;
/** How long the last words of a process that has ended are waited for: another one may hold its pipes open. */
const LAST_WORDS_MS = 100;

/** The whole environment of the process: no addresses and no secrets. */
export const environment = (workDir: string): NodeJS.ProcessEnv => ({
  PATH: TOOL_PATH,
  LC_ALL: 'C.UTF-8',
  HOME: workDir,
  TMPDIR: workDir,
  OMP_THREAD_LIMIT: '1',
});

export type LocalCommand = {
  command: readonly string[];
  workDir: string;
  cwd: string;
  memoryMb: number;
  /** Readable on descriptor 4. */
  filter?: Buffer | null;
};

/** Starts a command in a process group of its own; messages come from descriptor 3. Ends it when it uses more memory than it may. */
export function startLocalProcess({
  command: [program = '', ...args],
  workDir,
  cwd,
  memoryMb,
  filter = null,
}: LocalCommand): Pick<SandboxProcess, 'stdin' | 'messages' | 'ended' | 'kill'> {
  const stdio = ['pipe', 'ignore', 'pipe', 'pipe', ...(filter ? ['pipe' as const] : [])] as const;
  const child = spawn(program, args, { cwd, env: environment(workDir), stdio: [...stdio], detached: true });
  const [stdin, , , messages, filterPipe] = child.stdio;
  // A command that does not start, or can't be killed, must not end this process.
  child.on('error', () => undefined);
  // A process that ends early closes its pipes; its exit code tells the reason.
  for (const pipe of [stdin, filterPipe]) pipe?.on('error', () => undefined);
  if (filter) (filterPipe as Writable).end(filter);
  const kill = (): void => killGroup(child);
  return {
    stdin: stdin as Writable,
    messages: messages as Readable,
    ended: endOf(child, memoryMb, kill),
    kill,
  };
}

async function endOf(child: ChildProcess, memoryMb: number, kill: () => void): Promise<Ending> {
  let stderr = '';
  let isOutOfMemory = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR);
  });
  const timer = setInterval(() => {
    void memoryOf(child.pid).then(({ largestMb, totalMb }) => {
      if (largestMb <= memoryMb && totalMb <= TOTAL_MEMORY * memoryMb) return;
      isOutOfMemory = true;
      kill();
    });
  }, WATCH_INTERVAL_MS);
  const closed = once(child, 'close').catch(() => undefined);
  try {
    await once(child, 'exit');
    await Promise.race([closed, delay(LAST_WORDS_MS)]);
    return { code: child.exitCode, signal: child.signalCode, stderr, isOutOfMemory };
  } catch (error) {
    // The command did not start.
    return { code: null, signal: null, stderr: String(error), isOutOfMemory };
  } finally {
    clearInterval(timer);
  }
}

/** Kills a process that leads its process group, and the programs it started. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
