import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, 'slow-client-process.mjs');

export type SlowClients = {
  url: string;
  clients: number;
  /** Whether they share one address or have one each. */
  addresses: 'one' | 'many';
  /** All kinds in equal parts without it. */
  only?: 'body' | 'headers' | 'upload' | 'reading';
};

/** Runs `act` while slow clients, in a process of their own, hold connections open. */
export async function besideSlowClients<T>(attack: SlowClients, act: () => Promise<T>): Promise<T> {
  const { url, clients, addresses, only = '' } = attack;
  const child = spawn(process.execPath, [PROGRAM, url, String(clients), addresses, only], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await Promise.race([
      once(child.stdout, 'data'),
      ended.then(() => Promise.reject(new Error('the slow clients ended'))),
    ]);
    return await act();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
