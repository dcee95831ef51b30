import { spawn } from 'node:child_process';
import { dieWithParent } from './die-with-parent.mjs';

const KEPT_OUTPUT = 64 * 1024;

/** A command that failed; `output` is the end of its output. */
export class CommandError extends Error {
  constructor(command, args, code, output) {
    const lastLines = output.trim().split('\n').slice(-20).join('\n');
    super(`"${[command, ...args].join(' ').slice(0, 200)}" ended with ${code}\n${lastLines}`);
    this.name = 'CommandError';
    this.output = output;
  }
}

/**
 * Runs a command and returns its output (stdout and stderr together, the last 64 KiB).
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, timeoutMs?: number }} [options]
 *   env is added to this process's environment; show passes the output through to the terminal
 * @returns {Promise<string>}
 * @throws {CommandError} when it can't be started, exits with a code other than 0 or takes longer than timeoutMs
 */
export function runCommand(command, args, { cwd, env, show = false, timeoutMs } = {}) {
  const wrapped = dieWithParent(command, args, 'SIGTERM');
  return new Promise((resolve, reject) => {
    const child = spawn(wrapped.command, wrapped.args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const timer = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('error', (error) => reject(new CommandError(command, args, error.message, output)));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else reject(new CommandError(command, args, signal ?? `code ${code}`, output));
    });
  });
}
