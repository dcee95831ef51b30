import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import {
  filesOf,
  MANIFEST_FILE,
  OfflineModels,
  parseManifest,
  sha256,
  type ModelFile,
} from './offline-models.js';
import { TranslatorError } from './translator.js';

const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Hashes and counts the bytes that pass through. Fails above `limit`. */
function hashingStream(limit: number): Transform & { digest: () => { sha256: string; size: number } } {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(size > limit ? new Error('the file is larger than its size in the manifest') : null, chunk);
    },
  });
  return Object.assign(stream, { digest: () => ({ sha256: hash.digest('hex'), size }) });
}

async function get(url: URL, folder: string, file: string, signal: AbortSignal): Promise<Response> {
  const params = { host: url.host, folder, file };
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    throw new TranslatorError('unreachable', { params, cause, retryable: true });
  });
  if (response.ok && response.body) return response;
  throw new TranslatorError('unreachable', { params, retryable: true });
}

export type ModelSource = {
  /** Address of a manifest.json. */
  url: string;
  /** SHA-256 of that manifest, hex, so that only models that the operator chose are loaded. */
  sha256: string;
};

/**
 * Downloads the models of a manifest into a folder, except files that are already complete. A file gets its name after its checksum
 * is verified, and the manifest is written last, so that an interrupted download is not mistaken for a complete one.
 * @throws TranslatorError unreachable, model_files_damaged
 */
export async function downloadModels(
  folder: string,
  source: ModelSource,
  signal: AbortSignal,
): Promise<OfflineModels> {
  const manifestUrl = new URL(source.url);
  const response = await get(manifestUrl, folder, MANIFEST_FILE, signal);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > MAX_MANIFEST_BYTES || sha256(bytes) !== source.sha256)
    throw new TranslatorError('model_files_damaged', { params: { folder, file: MANIFEST_FILE } });
  const manifest = parseManifest(bytes, folder);
  await mkdir(folder, { recursive: true });
  for (const file of manifest.models.flatMap(filesOf)) await downloadFile(folder, file, manifestUrl, signal);
  await writeAtomically(join(folder, MANIFEST_FILE), bytes);
  return OfflineModels.open(folder, source.sha256);
}

async function downloadFile(
  folder: string,
  file: ModelFile,
  manifestUrl: URL,
  signal: AbortSignal,
): Promise<void> {
  const path = join(folder, file.path);
  const existing = await readFile(path).catch(() => undefined);
  if (existing && sha256(existing) === file.sha256) return;
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  const response = await get(new URL(file.url ?? file.path, manifestUrl), folder, file.path, signal);
  const check = hashingStream(file.size);
  const unpack =
    file.packed === 'zstd' ? [createZstdDecompress()] : file.packed === 'gzip' ? [createGunzip()] : [];
  try {
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline([body, ...unpack, check, createWriteStream(partial)], { signal });
    const actual = check.digest();
    if (actual.sha256 !== file.sha256 || actual.size !== file.size) throw new Error('the checksum differs');
    await rename(partial, path);
  } catch (cause) {
    await rm(partial, { force: true });
    signal.throwIfAborted();
    throw new TranslatorError('model_files_damaged', { params: { folder, file: file.path }, cause });
  }
}

async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  const partial = `${path}.partial`;
  const file = await open(partial, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}
