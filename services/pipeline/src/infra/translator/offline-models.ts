import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { z } from 'zod';
import { TARGET_LANGUAGE, type SourceLanguage } from '@hamkhan/contracts/languages';
import { TranslatorError } from './translator.js';

const MAX_FILE_BYTES = 512 * 1024 * 1024;
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

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT';

/** The files of one model. */
export function filesOf({ files }: Model): ModelFile[] {
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

export function parseManifest(bytes: Buffer, folder: string): ModelManifest {
  try {
    return ModelManifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new TranslatorError('model_files_damaged', { params: { folder, file: MANIFEST_FILE }, cause });
  }
}
