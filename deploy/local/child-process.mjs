import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dieWithParent } from './die-with-parent.mjs';
import { runCommand } from './run-command.mjs';
import { waitUntil } from './wait-until.mjs';

const LARGEST_LOG = 8 * 1024 * 1024;
const running = new Set();

process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/**
 * @typedef {{
 *   name: string, pid: number, logFile: string,
 *   exited: Promise<{ code: number | null, signal: string | null }>,
 *   hasExited(): boolean,
 *   kill(signal: NodeJS.Signals): void,
 *   stop(): Promise<void>,
 * }} Child
 */

/**
 * Starts a long-running program in a process group of its own, so that Ctrl-C in the terminal reaches only this
 * process, which then stops its children in order. The process id is written to a file; a child that an earlier run
 * left behind is ended first.
 *
 * @param {{ name: string, command: string, args: string[], dataDir: string, env?: Record<string, string | undefined>,
 *   cwd?: string, stopWithinMs?: number }} options its log goes to dataDir/logs, its process id to dataDir/run
 * @returns {Promise<Child>}
 */
export async function startChild({ name, command, args, dataDir, env, cwd, stopWithinMs = 10_000 }) {
  const logFile = path.join(dataDir, 'logs', `${name}.log`);
  const pidFile = pidFileOf(dataDir, name);
  await Promise.all([logFile, pidFile].map((file) => mkdir(path.dirname(file), { recursive: true })));
  await endLeftover(dataDir, name);
  await startFreshLogWhenLarge(logFile);
  const log = await open(logFile, 'a', 0o600);
  const wrapped = dieWithParent(command, args, 'SIGTERM');
  const child = spawn(wrapped.command, wrapped.args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  running.add(child);
  let end;
  const exited = new Promise((resolve) => {
    const finish = (code, signal) => {
      running.delete(child);
      end = { code, signal };
      resolve(end);
    };
    child.once('error', (error) => finish(error.message, null));
    child.once('exit', finish);
  });
  await log.close();
  if (child.pid) await writeFile(pidFile, JSON.stringify({ pid: child.pid, born: bornAt(child.pid), args }));

  const stop = async () => {
    if (!end) {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await exited;
      clearTimeout(timer);
    }
    endGroup(child.pid);
    await rm(pidFile, { force: true });
  };
  return {
    name,
    pid: child.pid ?? 0,
    logFile,
    exited,
    hasExited: () => end !== undefined,
    kill: (signal) => void child.kill(signal),
    stop,
  };
}

/** The last lines of a child's log, for a failure message. */
export async function lastLogLines(logFile, count = 8) {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-count).join('\n');
}

/** Kills what a child started and left behind; each child leads its own process group. */
function endGroup(pid) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

const pidFileOf = (dataDir, name) => path.join(dataDir, 'run', `${name}.json`);

/**
 * Ends the child that an earlier run left behind, if the process id still belongs to it: same start time, same
 * arguments.
 *
 * @param {number} [timeoutMs] how long it may take to stop before it is killed
 */
export async function endLeftover(dataDir, name, timeoutMs = 15_000) {
  const pidFile = pidFileOf(dataDir, name);
  const left = await readFile(pidFile, 'utf8').then(JSON.parse, () => undefined);
  if (!left) return;
  const alive = () => isSameProcess(left);
  if (await alive()) {
    process.kill(left.pid, 'SIGCONT');
    process.kill(left.pid, 'SIGTERM');
    await waitUntil(async () => !(await alive()), { withinMs: timeoutMs }).catch(async () => {
      process.kill(left.pid, 'SIGKILL');
      await waitUntil(async () => !(await alive()), { withinMs: 5_000 });
    });
  }
  await rm(pidFile, { force: true });
}

/** @param {{ pid: number, born?: string, args: string[] }} expected */
async function isSameProcess({ pid, born, args }) {
  if (process.platform !== 'linux') {
    const line = await runCommand('ps', ['-p', String(pid), '-o', 'command=']).catch(() => '');
    return line.trim().endsWith(args.join(' '));
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return bornAt(pid) === born && commandLine.endsWith(`\0${args.join('\0')}\0`);
}

/**
 * When a process started, in clock ticks since boot (field 22 of /proc/PID/stat); it distinguishes a process from a
 * later one with the same id. Undefined when the process or /proc does not exist.
 */
export function bornAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

async function startFreshLogWhenLarge(logFile) {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGEST_LOG) await rename(logFile, `${logFile}.1`);
}
