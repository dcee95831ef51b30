import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTruncatedEpub } from '@hamkhan/testing/fixtures/make-broken-epub';
import { zipArchive, type ZipEntry } from '@hamkhan/testing/fixtures/zip-archive';
import { deflateRawSync } from 'node:zlib';
import { BoundedZip } from './bounded-zip.js';

const MEGABYTE = 1024 * 1024;
let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bounded-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const save = async (bytes: Buffer): Promise<string> => {
  count += 1;
  const file = join(folder, `${count}.zip`);
  await writeFile(file, bytes);
  return file;
};
const opened = async (entries: ZipEntry[], limit = 100 * MEGABYTE) =>
  BoundedZip.open(await save(zipArchive(entries)), limit);

describe('BoundedZip', () => {
  it('reads entries by name, ignoring case', async () => {
    const zip = await opened([{ name: 'OEBPS/A.xhtml', content: 'hello' }]);
    expect((await zip.read('OEBPS/A.xhtml', 100))?.toString()).toBe('hello');
    expect((await zip.read('oebps/a.XHTML', 100))?.toString()).toBe('hello');
    expect(await zip.read('OEBPS/b.xhtml', 100)).toBeUndefined();
    zip.close();
  });

  it('ignores names that point outside the archive', async () => {
    const zip = await opened(
      ['../a', '/b', 'x/../../c', 'C:\\d', '..\\e'].map((name) => ({ name, content: 'x' })),
    );
    expect(zip.names).toEqual([]);
    zip.close();
  });

  it('stops inflating at the limit of an entry, whatever the declared size', async () => {
    const bytes = deflateRawSync(Buffer.alloc(8 * MEGABYTE));
    const zip = await opened([{ name: 'a', content: '', deflated: { bytes, declaredSize: 10 } }]);
    await expect(zip.read('a', MEGABYTE)).rejects.toMatchObject({ reason: 'too_large' });
    zip.close();
  });

  it('stops at the limit for all entries together, and counts an entry that is read twice once', async () => {
    const content = Buffer.alloc(MEGABYTE, 'abcdefgh');
    const lie = { bytes: deflateRawSync(content), declaredSize: 10 };
    const zip = await opened(
      [
        { name: 'a', content, deflated: lie },
        { name: 'b', content, deflated: lie },
      ],
      1.5 * MEGABYTE,
    );
    await zip.read('a', MEGABYTE);
    await zip.read('a', MEGABYTE);
    await expect(zip.read('b', MEGABYTE)).rejects.toMatchObject({ reason: 'too_large' });
    zip.close();
  });

  it('rejects an archive that declares more than the limit', async () => {
    const entry = {
      name: 'a',
      content: '',
      deflated: { bytes: deflateRawSync(Buffer.alloc(10)), declaredSize: 2_000_000_000 },
    };
    await expect(opened([entry])).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('reports damaged, empty and foreign files with different reasons', async () => {
    await expect(BoundedZip.open(await save(makeTruncatedEpub()), MEGABYTE)).rejects.toMatchObject({
      reason: 'damaged',
    });
    await expect(BoundedZip.open(await save(Buffer.alloc(0)), MEGABYTE)).rejects.toMatchObject({
      reason: 'empty',
    });
    await expect(BoundedZip.open(await save(Buffer.from('%PDF-1.7 …')), MEGABYTE)).rejects.toMatchObject({
      reason: 'wrong_type',
    });
  });

  it('rejects an entry with a wrong checksum', async () => {
    const archive = zipArchive([{ name: 'a', content: 'some text that is stored', stored: true }]);
    archive.write('SOME', archive.indexOf('some text'));
    const zip = await BoundedZip.open(await save(archive), MEGABYTE);
    await expect(zip.read('a', 1000)).rejects.toMatchObject({ reason: 'damaged' });
    zip.close();
  });
});
