import { spawn } from 'node:child_process';
import { dieWithParent } from './die-with-parent.mjs';
import { onShutdown, shutDown } from './shutdown.mjs';

/**
 * Runs a program in the terminal of this process until it ends, then ends with its exit code. A signal that ends this
 * process is passed on first, and waited for.
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
