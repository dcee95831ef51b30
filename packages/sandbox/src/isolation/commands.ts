import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { environment } from '../process/local-process.js';
import type { ProcessLimits, ProcessRequest } from '../process/sandbox-process.js';

const run = promisify(execFile);
const PROBE_MS = 5_000;
export const MEGABYTE = 1024 * 1024;
/** The largest file, and all that a process may store at once where the work folder is in memory. */
export const MAX_FILE_BYTES = 512 * MEGABYTE;
/** Share of the memory limit for the JavaScript heap; buffers and WebAssembly memory are outside of it. */
const HEAP_SHARE = 0.6;
/** Memory that a process may ask for, as against use: Node.js asks for 700 MB of stacks and heap when it starts. */
const reservableMb = (memoryMb: number): number => 2 * memoryMb + 1_024;
const MAX_PROCESSES = 256;
const MAX_OPEN_FILES = 1_024;

/** Node.js with its memory limits, and the program to run. */
export const nodeCommand = ({ program, args = [], limits }: ProcessRequest): string[] => [
  process.execPath,
  `--max-old-space-size=${Math.floor(limits.memoryMb * HEAP_SHARE)}`,
  // Pages make many short-lived objects: without a limit, the young generation grows to 150 MB for no gain.
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
  program.entry,
  ...args,
];

/** `prlimit` with the limits of a job. The number of processes counts all of a user: only where the process has its own. */
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
