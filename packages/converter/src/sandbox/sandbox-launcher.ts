import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Share of the memory limit for the JavaScript heap; buffers and WebAssembly memory are outside of it. */
const HEAP_SHARE = 0.6;

export type LaunchLimits = { cpuSeconds: number; memoryMb: number; isAwaited: boolean };
/** Makes the command line before the entry point of the sandbox. */
export type Launcher = (limits: LaunchLimits) => { command: string; args: string[] };

/**
 * Finds out how this machine can isolate a process: `unshare` removes the network (as root, or where user namespaces are allowed),
 * `prlimit` limits processor time and file size. If one is missing, the others still apply.
 */
export async function launcherFor(): Promise<Launcher> {
  const noNetwork = await firstThatWorks([
    ['unshare', '--net', '--'],
    ['unshare', '--net', '--map-root-user', '--'],
  ]);
  const hasLimits = await works(['prlimit', '--core=0', '--']);
  // Conversions use every core; work that nobody waits for gets a lower priority.
  const nice = (await works(['nice', '-n', '10'])) ? ['nice', '-n', '10'] : [];
  return ({ cpuSeconds, memoryMb, isAwaited }) => {
    const limits = hasLimits
      ? ['prlimit', `--cpu=${cpuSeconds}`, `--fsize=${MAX_FILE_BYTES}`, '--core=0', '--']
      : [];
    const [command = process.execPath, ...args]: string[] = [
      ...(isAwaited ? [] : nice),
      ...noNetwork,
      ...limits,
      process.execPath,
      `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
      // Pages make many short-lived objects: without a limit, the young generation grows to 150 MB for no gain.
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
