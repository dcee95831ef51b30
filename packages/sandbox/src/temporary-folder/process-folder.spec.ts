import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeProcessFolder, removeStaleFolders } from './process-folder.js';

const PREFIX = `hamkhan-test-${process.pid}-`;

describe('removeStaleFolders', () => {
  it('removes a folder when its process has ended or after a day, and not before', async () => {
    const own = await makeProcessFolder(PREFIX);
    const old = await makeProcessFolder(PREFIX);
    await utimes(old, new Date(0), new Date(0));
    const { pid: gone } = spawnSync('true');
    const left = join(tmpdir(), `${PREFIX}${gone}-left`);
    await mkdir(left);
    await writeFile(join(left, 'a-file'), 'x');
    const other = join(tmpdir(), `${PREFIX}not-a-worker`);
    await mkdir(other);
    try {
      expect(basename(own)).toMatch(new RegExp(`^${PREFIX}${process.pid}-`));
      await removeStaleFolders(PREFIX);
      expect([own, old, left, other].map((folder) => existsSync(folder))).toEqual([true, false, false, true]);
    } finally {
      await Promise.all([own, other].map((folder) => rm(folder, { recursive: true, force: true })));
    }
  });
});
