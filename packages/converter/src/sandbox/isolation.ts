import { spawn, type ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { TOOL_PATH } from './sandbox-protocol.js';

const run = promisify(execFile);
const PROBE_MS = 5_000;
export const MEGABYTE = 1024 * 1024;
/** The largest file, and all that a conversion may store at once where the work folder is in memory. */
export const MAX_FILE_BYTES = 512 * MEGABYTE;
/** Share of the memory limit for the JavaScript heap; buffers and WebAssembly memory are outside of it. */
const HEAP_SHARE = 0.6;
/** Memory that a process may ask for, as against use: Node.js asks for 700 MB of stacks and heap when it starts. */
const reservableMb = (memoryMb: number): number => 2 * memoryMb + 1_024;
const MAX_PROCESSES = 256;
const MAX_OPEN_FILES = 1_024;

export type ProcessLimits = { cpuSeconds: number; memoryMb: number; isAwaited: boolean };

/** A program of Node.js to run in the sandbox. It sees the document, the folders and the code of this package. */
export type ProcessRequest = {
  entry: string;
  args?: readonly string[];
  document: string | null;
  folders: readonly string[];
  limits: ProcessLimits;
};

export type SandboxProcess = {
  /** stdin takes messages, `messages` gives them; the process leads a process group. */
  child: ChildProcess;
  stdin: Writable;
  messages: Readable;
  /** The document and the work folder as the process sees them. */
  document: string;
  workDir: string;
  /** Removes what the process left on the disk. */
  cleanUp(): Promise<void>;
};

/** A way to isolate the converter process. */
export interface Isolation {
  readonly name: string;
  start(request: ProcessRequest): Promise<SandboxProcess>;
}

/** The whole environment of the process: no addresses and no secrets. */
const environment = (workDir: string): NodeJS.ProcessEnv => ({
  PATH: TOOL_PATH,
  LC_ALL: 'C.UTF-8',
  HOME: workDir,
  TMPDIR: workDir,
  OMP_THREAD_LIMIT: '1',
});

/** Starts a command in a process group of its own. `filter` is readable on its descriptor 4; messages come from descriptor 3. */
export function spawnGroup(
  [command = '', ...args]: readonly string[],
  workDir: string,
  cwd: string,
  filter: Buffer | null = null,
): Pick<SandboxProcess, 'child' | 'stdin' | 'messages'> {
  const stdio = ['pipe', 'ignore', 'pipe', 'pipe', ...(filter ? ['pipe' as const] : [])] as const;
  const child = spawn(command, args, { cwd, env: environment(workDir), stdio: [...stdio], detached: true });
  const [stdin, , , messages, filterPipe] = child.stdio;
  // A command that does not start must not end this process; who reads the messages finds that they end.
  child.on('error', () => undefined);
  // A process that ends early closes its pipes; its exit code tells the reason.
  for (const pipe of [stdin, filterPipe]) pipe?.on('error', () => undefined);
  if (filter) (filterPipe as Writable).end(filter);
  return { child, stdin: stdin as Writable, messages: messages as Readable };
}

/** Node.js with its memory limits, and the program to run. */
export const nodeCommand = ({ entry, args = [], limits }: ProcessRequest): string[] => [
  process.execPath,
  `--max-old-space-size=${Math.floor(limits.memoryMb * HEAP_SHARE)}`,
  // Pages make many short-lived objects: without a limit, the young generation grows to 150 MB for no gain.
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
  entry,
  ...args,
];

/** `prlimit` with the limits of a conversion. The number of processes counts all of a user: only where the process has its own. */
export const limitCommand = (limits: ProcessLimits, hasOwnUser: boolean): string[] => [
  'prlimit',
  `--cpu=${limits.cpuSeconds}`,
  `--fsize=${MAX_FILE_BYTES}`,
  `--data=${reservableMb(limits.memoryMb) * MEGABYTE}`,
  `--nofile=${MAX_OPEN_FILES}`,
  ...(hasOwnUser ? [`--nproc=${MAX_PROCESSES}`] : []),
  // Not 0: the kernel ignores 0 when it pipes dumps to a program, and writes none at 1 in either case.
  '--core=1',
  '--',
];

/** Conversions use every core; work that nobody waits for gets a lower priority. */
export const priorityCommand = (limits: ProcessLimits): string[] =>
  limits.isAwaited ? [] : ['nice', '-n', '10'];

/** Whether a command ends well in the environment of the sandbox. */
export const works = ([command = '', ...args]: readonly string[]): Promise<boolean> =>
  run(command, args, { timeout: PROBE_MS, env: environment('/'), cwd: '/' }).then(
    () => true,
    () => false,
  );

// User ids without an account, above those that distributions and containers assign.
const FIRST_USER = 1_900_000_000;
const USERS = 2 ** 26;
let usersTaken = 0;

/** A user id for one process, so that the limit of processes and the permissions of files don't join two conversions. */
export function nextUser(): number {
  usersTaken += 1;
  return FIRST_USER + ((process.pid * 256 + usersTaken) % USERS);
}

/** Only root can give a process another user. */
export const isRoot = (): boolean => process.getuid?.() === 0;
