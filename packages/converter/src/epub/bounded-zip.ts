import { open as openFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { ConversionError } from '../conversion-error.js';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

const MAX_ENTRIES = 20_000;
/** Above this size, a compression ratio of 100 means a zip bomb, not a book. */
const SUSPICIOUS_BYTES = 64 * 1024 * 1024;
const SUSPICIOUS_RATIO = 100;
const LOCAL_HEADER = Buffer.from('PK\u0003\u0004', 'latin1');
const EMPTY_ARCHIVE = Buffer.from('PK\u0005\u0006', 'latin1');
/** Files that the converter never reads, and that may be large in a valid book. */
const UNREAD = /\.(mp3|m4a|m4b|ogg|opus|wav|aac|mp4|m4v|webm|ogv|ttf|otf|woff2?)$/i;

const MEBIBYTE = 1024 * 1024;
const damaged = (detail: string, cause?: unknown) => new ConversionError('damaged', {}, { detail, cause });
const tooLarge = (limit: number, detail: string) =>
  new ConversionError('too_large', { limit: Math.round(limit / MEBIBYTE) }, { detail });

const decodeName = (raw: Buffer | string): string => {
  if (typeof raw === 'string') return raw;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return raw.toString('latin1');
  }
};

const isSafeName = (name: string): boolean =>
  name !== '' &&
  !name.startsWith('/') &&
  !/^[a-z]:/i.test(name) &&
  !/[\\\0]/.test(name) &&
  !name.split('/').includes('..');

const foldCase = (name: string): string => unicodeForm('NFC', name).toLowerCase();

/**
 * A zip file that is read entry by entry. The limit counts the bytes that inflating really gives, not the sizes in the
 * headers. Nothing is written to disk. Entries whose names point outside the archive are ignored.
 */
export class BoundedZip {
  private readonly folded = new Map<string, string>();
  private readonly counted = new Set<string>();
  private inflated = 0;

  private constructor(
    private readonly zip: yauzl.ZipFile,
    private readonly entries: ReadonlyMap<string, yauzl.Entry>,
    private readonly maxInflatedBytes: number,
  ) {
    for (const name of entries.keys()) {
      const key = foldCase(name);
      if (!this.folded.has(key)) this.folded.set(key, name);
    }
  }

  /**
   * @param maxInflatedBytes limit for all entries together that are read through this object
   * @throws ConversionError `empty`, `wrong_type`, `damaged`, `encrypted`, `too_large`
   */
  static async open(file: string, maxInflatedBytes: number): Promise<BoundedZip> {
    const size = await checkSignature(file);
    const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
      yauzl.open(
        file,
        { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false },
        (error, opened) => {
          if (error) reject(damaged(error.message, error));
          else resolve(opened);
        },
      );
    });
    try {
      const entries = await listEntries(zip);
      const declared = [...entries.values()]
        .filter((entry) => !UNREAD.test(decodeName(entry.fileName)))
        .reduce((sum, entry) => sum + entry.uncompressedSize, 0);
      if (
        declared > maxInflatedBytes ||
        (declared > SUSPICIOUS_BYTES && declared > size * SUSPICIOUS_RATIO)
      ) {
        throw tooLarge(maxInflatedBytes, `entries declare ${declared} bytes`);
      }
      return new BoundedZip(zip, entries, maxInflatedBytes);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /** The name of the entry for a path. Ignores case, since many books are made on case-insensitive file systems. */
  find(path: string): string | undefined {
    return this.entries.has(path) ? path : this.folded.get(foldCase(path));
  }

  /**
   * @param maxBytes limit for this entry, inflated
   * @returns undefined when there is no such entry
   * @throws ConversionError `damaged`, `encrypted`, `too_large`
   */
  async read(path: string, maxBytes: number): Promise<Buffer | undefined> {
    const name = this.find(path);
    const entry = name === undefined ? undefined : this.entries.get(name);
    if (name === undefined || entry === undefined) return undefined;
    if (entry.isEncrypted()) throw new ConversionError('encrypted', {}, { detail: name });
    const counts = !this.counted.has(name);
    const budget = counts ? this.maxInflatedBytes - this.inflated : this.maxInflatedBytes;
    const limit = Math.min(maxBytes, budget);
    const bytes = await this.inflate(entry, limit);
    if (counts) {
      this.counted.add(name);
      this.inflated += bytes.length;
    }
    return bytes;
  }

  close(): void {
    this.zip.close();
  }

  private async inflate(entry: yauzl.Entry, limit: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      const stream = await new Promise<NodeJS.ReadableStream & { destroy(): void }>((resolve, reject) => {
        this.zip.openReadStream(entry, (error, opened) => {
          if (error) reject(error);
          else resolve(opened);
        });
      });
      for await (const chunk of stream) {
        const part = Buffer.from(chunk);
        length += part.length;
        if (length > limit) throw tooLarge(limit, `an entry inflates to more than ${limit} bytes`);
        chunks.push(part);
      }
    } catch (error) {
      if (error instanceof ConversionError) throw error;
      throw damaged(error instanceof Error ? error.message : 'unreadable entry', error);
    }
    const bytes = Buffer.concat(chunks, length);
    if (crc32(bytes) !== entry.crc32) throw damaged('checksum of an entry is wrong');
    return bytes;
  }
}

/** Checks the first bytes: yauzl looks for the directory at the end, so it would accept a zip appended to any other file. */
const checkSignature = async (file: string): Promise<number> => {
  const handle = await openFile(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new ConversionError('empty');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead < 4) throw damaged('shorter than a zip header');
    if (!buffer.equals(LOCAL_HEADER) && !buffer.equals(EMPTY_ARCHIVE))
      throw new ConversionError('wrong_type');
    return size;
  } finally {
    await handle.close();
  }
};

const listEntries = async (zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> => {
  if (zip.entryCount > MAX_ENTRIES) throw damaged(`${zip.entryCount} entries`);
  const entries = new Map<string, yauzl.Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => {
      reject(damaged(error.message, error));
    });
    zip.on('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      const name = decodeName(entry.fileName);
      if (isSafeName(name) && !name.endsWith('/') && !entries.has(name)) entries.set(name, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
};
