import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'identity' | 'gzip' | 'br';
export type WebFile = {
  type: string;
  /** The name contains a hash of the content, so the file never changes. */
  isImmutable: boolean;
  variants: ReadonlyMap<Encoding, { bytes: Buffer; etag: string }>;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.mp3': 'audio/mpeg',
};
const INCOMPRESSIBLE = /^(?:image\/(?!svg)|font\/woff|audio\/)/;
const MIN_COMPRESSED_BYTES = 1024;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Where Vite puts files with a content hash in their name. */
export const HASHED_FOLDER = '/assets/';

/**
 * Reads the built web application, a few megabytes, into memory: by path (`/assets/index-AbC.js`), each file with its compressed
 * variants. Serving from this map makes path traversal impossible.
 */
export async function loadWebFiles(root: string): Promise<Map<string, WebFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, WebFile>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(root, file).split(sep).join('/')}`;
    files.set(path, await toWebFile(path, await readFile(file)));
  }
  return files;
}

/** A file of the web with its compressed variants; the extension of its path gives its type. */
export async function toWebFile(path: string, bytes: Buffer): Promise<WebFile> {
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const variants = new Map<Encoding, { bytes: Buffer; etag: string }>([
    ['identity', { bytes, etag: `"${tag}"` }],
  ]);
  if (bytes.length >= MIN_COMPRESSED_BYTES && !INCOMPRESSIBLE.test(type)) {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    const [zipped, brotli] = await Promise.all([
      compressGzip(bytes, { level: 9 }),
      compressBrotli(bytes, quality),
    ]);
    if (zipped.length < bytes.length) variants.set('gzip', { bytes: zipped, etag: `"${tag}-gz"` });
    if (brotli.length < bytes.length) variants.set('br', { bytes: brotli, etag: `"${tag}-br"` });
  }
  return { type, isImmutable: path.startsWith(HASHED_FOLDER), variants };
}
