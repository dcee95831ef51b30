import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { TARGET_LANGUAGE, type SourceLanguage } from '@hamkhan/contracts/languages';
import { TranslatorError } from './translator.js';

const MAX_FILE_BYTES = 512 * 1024 * 1024;
const MAX_MANIFEST_BYTES = 1024 * 1024;
export const MANIFEST_FILE = 'manifest.json';

const isInside = (path: string): boolean =>
  !isAbsolute(path) && !path.includes('\\') && !normalize(path).split(sep).includes('..');

const ModelFile = z.strictObject({
  /** Relative to the folder. */
  path: z.string().min(1).max(300).refine(isInside, 'must stay inside the folder'),
  size: z.int().positive().max(MAX_FILE_BYTES),
  /** Checksum of the unpacked file, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Address relative to the manifest's; default: `path`. */
  url: z.string().max(2000).optional(),
  /** Compression at that address. */
  packed: z.enum(['zstd', 'gzip']).optional(),
});
const Model = z.strictObject({
  source: z.string().min(2).max(8),
  target: z.string().min(2).max(8),
  version: z.string().max(40),
  licence: z.string().max(60).optional(),
  files: z.strictObject({
    model: ModelFile,
    /** One vocabulary for both languages, or one each. */
    vocab: z.union([ModelFile, z.strictObject({ source: ModelFile, target: ModelFile })]),
    shortlist: ModelFile.optional(),
  }),
});
/** `manifest.json` of a folder of offline models: the files and their checksums. */
export const ModelManifest = z.strictObject({
  version: z.literal(1),
  models: z.array(Model).min(1).max(100),
});
export type ModelManifest = z.infer<typeof ModelManifest>;
export type ModelFile = z.infer<typeof ModelFile>;
type Model = z.infer<typeof Model>;

/** The files of one model, for the engine to check and load. */
export type ModelLeg = {
  model: CheckedFile;
  sourceVocab: CheckedFile;
  targetVocab: CheckedFile;
  shortlist?: CheckedFile;
};
export type CheckedFile = { path: string; name: string; sha256: string };

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT';

function filesOf({ files }: Model): ModelFile[] {
  const vocabs = 'path' in files.vocab ? [files.vocab] : [files.vocab.source, files.vocab.target];
  return [files.model, ...vocabs, ...(files.shortlist ? [files.shortlist] : [])];
}

/** A folder of offline models with its manifest read. */
export class OfflineModels {
  private constructor(
    readonly folder: string,
    private readonly manifest: ModelManifest,
    /** Checksum of the manifest. It identifies all models, because the manifest has the checksum of every file. */
    readonly digest: string,
  ) {}

  /** @throws TranslatorError model_files_missing, model_files_damaged */
  static async open(folder: string, expectedDigest?: string): Promise<OfflineModels> {
    const params = { folder, file: MANIFEST_FILE };
    let bytes: Buffer;
    try {
      bytes = await readFile(join(folder, MANIFEST_FILE));
    } catch (cause) {
      throw new TranslatorError(isMissing(cause) ? 'model_files_missing' : 'model_files_damaged', {
        params,
        cause,
      });
    }
    const digest = sha256(bytes);
    if (expectedDigest !== undefined && digest !== expectedDigest)
      throw new TranslatorError('model_files_damaged', { params });
    return new OfflineModels(folder, parseManifest(bytes, folder), digest);
  }

  /** Checks that all files exist and have the right size. Checksums are verified when a file is loaded. @throws TranslatorError */
  async check(): Promise<void> {
    for (const file of this.manifest.models.flatMap(filesOf)) {
      const params = { folder: this.folder, file: file.path };
      const { size } = await stat(join(this.folder, file.path)).catch((cause: unknown) => {
        throw new TranslatorError('model_files_missing', { params, cause });
      });
      if (size !== file.size) throw new TranslatorError('model_files_damaged', { params });
    }
  }

  /** The model into Persian, or two through English. @throws TranslatorError language_missing */
  routeFrom(source: SourceLanguage): ModelLeg[] {
    const direct = this.find(source, TARGET_LANGUAGE);
    if (direct) return [this.legOf(direct)];
    const first = this.find(source, 'en');
    const second = this.find('en', TARGET_LANGUAGE);
    if (first && second) return [this.legOf(first), this.legOf(second)];
    throw new TranslatorError('language_missing', { params: { language: source, folder: this.folder } });
  }

  get names(): string {
    return this.manifest.models
      .map(({ source, target, version }) => `${source}-${target} ${version}`)
      .join(', ');
  }

  private find(source: string, target: string): Model | undefined {
    return this.manifest.models.find((model) => model.source === source && model.target === target);
  }

  private legOf({ files }: Model): ModelLeg {
    const checked = (file: ModelFile): CheckedFile => ({
      path: join(this.folder, file.path),
      name: file.path,
      sha256: file.sha256,
    });
    const vocab = files.vocab;
    return {
      model: checked(files.model),
      sourceVocab: checked('path' in vocab ? vocab : vocab.source),
      targetVocab: checked('path' in vocab ? vocab : vocab.target),
      ...(files.shortlist ? { shortlist: checked(files.shortlist) } : {}),
    };
  }
}

function parseManifest(bytes: Buffer, folder: string): ModelManifest {
  try {
    return ModelManifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new TranslatorError('model_files_damaged', { params: { folder, file: MANIFEST_FILE }, cause });
  }
}

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
export async function fetchModels(
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
  for (const file of manifest.models.flatMap(filesOf)) await fetchFile(folder, file, manifestUrl, signal);
  await writeAtomically(join(folder, MANIFEST_FILE), bytes);
  return OfflineModels.open(folder, source.sha256);
}

async function fetchFile(
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
