import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { launcherFor } from './sandbox-launcher.js';

const launch = await launcherFor();
const LIMITS = { cpuSeconds: 60, memoryMb: 400, isAwaited: true };
/** Not every system allows to remove the network or to set limits. */
const [canIsolate, canLimit] = [[...launch(LIMITS).args, launch(LIMITS).command]].flatMap((words) => [
  words.includes('unshare'),
  words.includes('prlimit'),
]);

/** Runs a script with limits; null runs it without the launcher. */
const outcomeOf = async (script: string, limits: Partial<typeof LIMITS> | null = {}) => {
  const { command, args } = limits
    ? launch({ ...LIMITS, ...limits })
    : { command: process.execPath, args: [] };
  const child = spawn(command, [...args, '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { text: text.trim(), isFine: code === 0, signal };
};

describe('launcherFor', () => {
  (canIsolate ? it : it.skip)('removes the network, including localhost', async () => {
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const script = `fetch('http://127.0.0.1:${port}').then(() => console.log('reached'), () => console.log('refused'))`;
      expect((await outcomeOf(script, null)).text).toBe('reached');
      expect((await outcomeOf(script)).text).toBe('refused');
    } finally {
      server.close();
    }
  });

  (canLimit ? it : it.skip)(
    'ends a process at its CPU limit',
    async () => {
      expect((await outcomeOf('for (;;);', { cpuSeconds: 1 })).isFine).toBe(false);
    },
    120_000,
  );

  it('ends a process that needs more memory than the limit', async () => {
    const script = 'const kept = []; for (;;) kept.push(new Array(1e5).fill(kept.length));';
    expect((await outcomeOf(script, { memoryMb: 100 })).isFine).toBe(false);
  }, 120_000);

  (canLimit ? it : it.skip)('limits the size of files', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hamkhan-test-'));
    try {
      const write = (bytes: number) =>
        `require('fs').writeFileSync('${folder}/f', ''); require('fs').truncateSync('${folder}/f', ${bytes})`;
      expect((await outcomeOf(write(1_000_000))).isFine).toBe(true);
      expect((await outcomeOf(write(600 * 1024 * 1024))).isFine).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
