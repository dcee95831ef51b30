import { crc32 } from 'node:zlib';

/** A file of an archive. Its content is read once, when its turn comes. */
export type ZipEntry = { name: string; content: () => AsyncIterable<Uint8Array> };

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const VERSION = 45;
/** Size and checksum follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
/** Midnight of 1 January 1980: the format has no time zones, and the archive no need of times. */
const TIME = 0x00210000;

type Written = { name: Buffer; offset: number; size: number; crc: number };

/**
 * A ZIP archive as a stream (APPNOTE 6.3.10), with bounded memory. Contents are stored as they are: books are compressed already.
 * The archive may be larger than 4 GiB (ZIP64), a single file not.
 * @throws RangeError for a file of 4 GiB or more
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, size: 0, crc: 0 };
    const head = Buffer.concat([header(LOCAL_HEADER, entry, 30), entry.name]);
    yield head;
    for await (const chunk of content()) {
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
    if (entry.size >= MAX_32) throw new RangeError(`${name} is too large for an archive`);
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(DESCRIPTOR, 0);
    tail.writeUInt32LE(entry.crc, 4);
    tail.writeUInt32LE(entry.size, 8);
    tail.writeUInt32LE(entry.size, 12);
    yield tail;
    offset += head.length + entry.size + tail.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield endOf(written.length, offset, directory.length);
}

/** The fields that local and central headers share; the central one has two more bytes before them. */
function header(signature: number, { name }: Written, length: number): Buffer {
  const fields = Buffer.alloc(length);
  const at = signature === CENTRAL_HEADER ? 2 : 0;
  fields.writeUInt32LE(signature, 0);
  if (at > 0) fields.writeUInt16LE(VERSION, 4);
  fields.writeUInt16LE(VERSION, 4 + at);
  fields.writeUInt16LE(FLAGS, 6 + at);
  fields.writeUInt32LE(TIME, 10 + at);
  fields.writeUInt16LE(name.length, 26 + at);
  return fields;
}

function centralHeader(entry: Written): Buffer {
  const fields = header(CENTRAL_HEADER, entry, 46);
  const isFar = entry.offset >= MAX_32;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.offset), 4);
  }
  fields.writeUInt32LE(entry.crc, 16);
  fields.writeUInt32LE(entry.size, 20);
  fields.writeUInt32LE(entry.size, 24);
  fields.writeUInt16LE(extra.length, 30);
  fields.writeUInt32LE(Math.min(entry.offset, MAX_32), 42);
  return Buffer.concat([fields, entry.name, extra]);
}

/** The end of the directory, with the ZIP64 records where a number needs them. */
function endOf(count: number, offset: number, size: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (count < MAX_16 && offset < MAX_32 && size < MAX_32) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(END_64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(VERSION, 12);
  end64.writeUInt16LE(VERSION, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}
