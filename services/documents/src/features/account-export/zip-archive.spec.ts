import { crc32 } from 'node:zlib';
import { unzip } from '@hamkhan/testing/unzip';
import { describe, expect, it } from '@jest/globals';
import { zipOf, type ZipEntry } from './zip-archive.js';

async function* chunksOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Promise.resolve(Buffer.from(text));
}
async function* entriesOf(...entries: [name: string, ...texts: string[]][]): AsyncGenerator<ZipEntry> {
  for (const [name, ...texts] of entries) yield Promise.resolve({ name, content: () => chunksOf(...texts) });
}
const archiveOf = async (entries: AsyncIterable<ZipEntry>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of zipOf(entries)) parts.push(part);
  return Buffer.concat(parts);
};

describe('zipOf', () => {
  it('writes files of several chunks, with names in any script', async () => {
    const archive = await archiveOf(
      entriesOf(['account.json', '{"a"', ':1}'], ['documents/والدن.pdf', 'x'.repeat(70_000)], ['empty.txt']),
    );
    const files = unzip(archive);
    expect([...files.keys()]).toEqual(['account.json', 'documents/والدن.pdf', 'empty.txt']);
    expect(files.get('account.json')?.toString()).toBe('{"a":1}');
    expect(files.get('documents/والدن.pdf')?.length).toBe(70_000);
    expect(files.get('empty.txt')?.length).toBe(0);
  });

  it('writes the checksum of each file', async () => {
    const archive = await archiveOf(entriesOf(['a.txt', 'first ', 'second']));
    const directory = archive.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    expect(archive.readUInt32LE(directory + 16)).toBe(crc32('first second'));
  });

  it('writes an empty archive', async () => {
    expect(unzip(await archiveOf(entriesOf())).size).toBe(0);
  });

  it('writes the ZIP64 records for more files than the old format can count', async () => {
    const names = Array.from({ length: 65_536 }, (_, at) => [`${at}`] as [string]);
    const archive = await archiveOf(entriesOf(...names));
    expect(archive.readUInt16LE(archive.length - 22 + 10)).toBe(0xffff);
    const locator = archive.length - 22 - 20;
    const end64 = Number(archive.readBigUInt64LE(locator + 8));
    expect(archive.readUInt32LE(end64)).toBe(0x06064b50);
    expect(archive.readBigUInt64LE(end64 + 32)).toBe(65_536n);
  });
});
