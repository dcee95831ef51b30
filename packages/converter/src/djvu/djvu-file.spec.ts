import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDjvuFile } from './djvu-file.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'djvu-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const head = (form: string, directory = '', size = 40) => {
  const bytes = Buffer.alloc(52);
  bytes.write('AT&TFORM', 0, 'latin1');
  bytes.writeUInt32BE(size, 8);
  bytes.write(form + directory, 12, 'latin1');
  return bytes;
};
const check = async (bytes: Buffer) => {
  const file = join(folder, 'x.djvu');
  await writeFile(file, bytes);
  return checkDjvuFile(file);
};

describe('checkDjvuFile', () => {
  it('accepts single pages and bundles', async () => {
    await expect(check(head('DJVU'))).resolves.toBeUndefined();
    const bundle = head('DJVM', 'DIRM');
    bundle[24] = 0x81;
    await expect(check(bundle)).resolves.toBeUndefined();
  });

  it.each<[string, () => Buffer, string]>([
    ['an empty file', () => Buffer.alloc(0), 'empty'],
    ['another format', () => Buffer.from('%PDF-1.7 and more than enough of it'), 'wrong_type'],
    ['an IW44 image', () => head('PM44'), 'wrong_type'],
    ['a protected file', () => Buffer.concat([Buffer.from('SDJVFORM'), Buffer.alloc(40)]), 'encrypted'],
    ['a truncated file', () => head('DJVU', '', 5000), 'damaged'],
    ['an index with pages in separate files', () => head('DJVM', 'DIRM'), 'damaged'],
  ])('rejects %s with its reason', async (_, make, reason) => {
    await expect(check(make())).rejects.toMatchObject({ reason });
  });
});
