import { spawn } from 'node:child_process';
import { dieWithParent } from './die-with-parent.mjs';
import { onShutdown, shutDown } from './shutdown.mjs';

/**
 * Runs a program in this terminal and exits with its exit code. A signal to this process is forwarded; this process
 * exits after the program.
 */
export async function runInForeground(command, args, options = {}) {
  const wrapped = dieWithParent(command, args, 'SIGTERM');
  const child = spawn(wrapped.command, wrapped.args, { stdio: 'inherit', ...options });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
  onShutdown(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await shutDown(await ended);
}
