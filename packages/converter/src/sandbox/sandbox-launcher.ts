import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Part of the allowed memory that JavaScript may use; buffers and WebAssembly live outside of it. */
const HEAP_SHARE = 0.6;

export type LaunchLimits = { cpuSeconds: number; memoryMb: number; isAwaited: boolean };
/** The command line in front of the sandbox's entry. */
export type Launcher = (limits: LaunchLimits) => { command: string; args: string[] };

/**
 * How this machine can confine a process: `unshare` takes the network away (as root or where users may have namespaces of their
 * own), `prlimit` bounds processor time and files. Where one is missing the others still hold.
 */
export async function launcherFor(): Promise<Launcher> {
  const noNetwork = await firstThatWorks([
    ['unshare', '--net', '--'],
    ['unshare', '--net', '--map-root-user', '--'],
  ]);
  const hasLimits = await works(['prlimit', '--core=0', '--']);
  // Converting fills every core it finds; what people wait for right now goes first.
  const nice = (await works(['nice', '-n', '10'])) ? ['nice', '-n', '10'] : [];
  return ({ cpuSeconds, memoryMb, isAwaited }) => {
    const limits = hasLimits
      ? ['prlimit', `--cpu=${cpuSeconds}`, `--fsize=${MAX_FILE_BYTES}`, '--core=0', '--']
      : [];
    const [command = process.execPath, ...args] = [
      ...(isAwaited ? [] : nice),
      ...noNetwork,
      ...limits,
      process.execPath,
      `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
      // Pages make much that lives shortly: without a limit, the young generation takes 150 MB for nothing.
      '--max-semi-space-size=8',
      '--disable-warning=ExperimentalWarning',
    ];
    return { command, args };
  };
}

async function firstThatWorks(prefixes: readonly string[][]): Promise<string[]> {
  for (const prefix of prefixes) if (await works(prefix)) return prefix;
  return [];
}

const works = ([command = '', ...args]: string[]): Promise<boolean> =>
  run(command, [...args, 'true'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
