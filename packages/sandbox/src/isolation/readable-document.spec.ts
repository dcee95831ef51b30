import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readableDocument } from './readable-document.js';

describe('readableDocument', () => {
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'readable-document-'));
    file = join(folder, 'book.pdf');
    await writeFile(file, 'book');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is the document where the sandbox has the user of this process, or mounts a file that others may read', async () => {
    await chmod(file, 0o600);
    const same = await readableDocument(file, { hasOwnUser: false, isMounted: false });
    await chmod(file, 0o644);
    const mounted = await readableDocument(file, { hasOwnUser: true, isMounted: true });
    expect([same.document, mounted.document]).toEqual([file, file]);
    await Promise.all([same.cleanUp(), mounted.cleanUp()]);
    expect(existsSync(file)).toBe(true);
  });

  it.each([
    ['a file of the owner only', 0o600, true],
    ['a file in a folder of the owner only', 0o644, false],
  ])('is a path that others may read for %s, until the job ends', async (_, mode, isMounted) => {
    await chmod(file, mode);
    const { document, cleanUp } = await readableDocument(file, { hasOwnUser: true, isMounted });
    const path = document ?? '';
    expect(await readFile(path, 'utf8')).toBe('book');
    expect((await stat(path)).mode & 0o004).toBe(0o004);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o711);
    expect((await stat(file)).mode & 0o777).toBe(mode);
    await cleanUp();
    expect(existsSync(path)).toBe(false);
  });
});
