import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeWorkerFolder, removeLeftFolders } from './worker-folder.js';

const PREFIX = `hamkhan-test-${process.pid}-`;

describe('a worker’s folder', () => {
  it('goes when its worker is gone, or after a day, and not before', async () => {
    const own = await makeWorkerFolder(PREFIX);
    const old = await makeWorkerFolder(PREFIX);
    await utimes(old, new Date(0), new Date(0));
    const { pid: gone } = spawnSync('true');
    const left = join(tmpdir(), `${PREFIX}${gone}-left`);
    await mkdir(left);
    await writeFile(join(left, 'a-file'), 'x');
    const other = join(tmpdir(), `${PREFIX}not-a-worker`);
    await mkdir(other);
    try {
      expect(basename(own)).toMatch(new RegExp(`^${PREFIX}${process.pid}-`));
      await removeLeftFolders(PREFIX);
      expect([own, old, left, other].map((folder) => existsSync(folder))).toEqual([true, false, false, true]);
    } finally {
      await Promise.all([own, other].map((folder) => rm(folder, { recursive: true, force: true })));
    }
  });
});
