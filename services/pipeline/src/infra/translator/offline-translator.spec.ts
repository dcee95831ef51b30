import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ThreadEngine, type OfflineEngine } from './offline-engine.js';
import { downloadModels } from './offline-model-download.js';
import { OfflineModels, type ModelManifest } from './offline-models.js';
import { OfflineTranslator } from './offline-translator.js';
import { TranslatorError, type TranslationBatch } from './translator.js';

const never = new AbortController().signal;
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = { 'model.bin': 'the model', 'vocab.spm': 'the vocabulary' };
const fileOf = (path: keyof typeof bytes) => ({
  path,
  size: bytes[path].length,
  sha256: sha256(bytes[path]),
});
const manifestOf = (pairs: [string, string][] = [['en', 'fa']]): ModelManifest => ({
  version: 1,
  models: pairs.map(([source, target]) => ({
    source,
    target,
    version: '2.0',
    files: { model: fileOf('model.bin'), vocab: fileOf('vocab.spm') },
  })),
});
const fill = async (manifest: object = manifestOf()) => {
  for (const [name, content] of Object.entries(bytes)) await writeFile(join(folder, name), content);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
};
const batchOf = (texts: string[], source: TranslationBatch['source'] = 'en'): TranslationBatch => ({
  items: texts.map((text, index) => ({ id: String(index + 1), text })),
  source,
  level: 1,
  context: { title: '', glossary: [], before: '', after: '' },
});
/** An engine that records its calls and returns what `answer` makes of the text. */
const engineOf = (answer: (text: string) => string = (text) => `[${text}]`) => {
  const calls: { legs: number; text: string }[] = [];
  const engine: OfflineEngine = {
    translate: (legs, text) => {
      calls.push({ legs: legs.length, text });
      return Promise.resolve().then(() => answer(text));
    },
    close: () => Promise.resolve(),
  };
  return { engine, calls };
};

describe('the model folder', () => {
  it('has direct routes and routes through English', async () => {
    await fill(
      manifestOf([
        ['en', 'fa'],
        ['de', 'en'],
      ]),
    );
    const models = await OfflineModels.open(folder);
    await models.check();
    expect(models.names).toBe('en-fa 2.0, de-en 2.0');
    expect([models.routeFrom('en').length, models.routeFrom('de').length]).toEqual([1, 2]);
    expect(() => models.routeFrom('he')).toThrow('language_missing');
  });

  it.each([
    ['no folder', () => rm(folder, { recursive: true }), 'model_files_missing', 'manifest.json'],
    ['no manifest', () => rm(join(folder, 'manifest.json')), 'model_files_missing', 'manifest.json'],
    [
      'a broken manifest',
      () => writeFile(join(folder, 'manifest.json'), '{'),
      'model_files_damaged',
      'manifest.json',
    ],
    ['a missing file', () => rm(join(folder, 'vocab.spm')), 'model_files_missing', 'vocab.spm'],
    [
      'a file of another size',
      () => writeFile(join(folder, 'model.bin'), 'x'),
      'model_files_damaged',
      'model.bin',
    ],
    [
      'a path outside the folder',
      () =>
        writeFile(
          join(folder, 'manifest.json'),
          JSON.stringify(manifestOf()).replaceAll('model.bin', '../model.bin'),
        ),
      'model_files_damaged',
      'manifest.json',
    ],
  ])('is reported with %s', async (_, spoil, code, file) => {
    await fill();
    await spoil();
    const translator = await OfflineTranslator.create({ folder }, engineOf().engine);
    expect(await translator.health()).toEqual({ code, params: { folder, file } });
  });

  it('can be filled after the start', async () => {
    const { engine } = engineOf();
    const translator = await OfflineTranslator.create({ folder }, engine);
    await expect(translator.translate(batchOf(['a']), never)).rejects.toMatchObject({
      code: 'model_files_missing',
    });
    await fill();
    expect((await translator.translate(batchOf(['a']), never)).items).toEqual([{ id: '1', text: '[a]' }]);
    expect(await translator.health()).toEqual({
      code: 'ready',
      params: { engine: 'fxtranslate', model: 'en-fa 2.0' },
    });
    expect(translator.memoryKey()).toBe(
      `fxtranslate:${sha256(await readFile(join(folder, 'manifest.json'))).slice(0, 16)}`,
    );
  });
});

describe('translating', () => {
  const translate = async (text: string, answer?: (text: string) => string) => {
    await fill();
    const { engine, calls } = engineOf(answer);
    const translator = await OfflineTranslator.create({ folder }, engine);
    const { items, failures } = await translator.translate(batchOf([text]), never);
    return { text: items[0]?.text, failures, calls: calls.map((call) => call.text) };
  };

  it('has one level', async () => {
    const translator = await OfflineTranslator.create({ folder }, engineOf().engine);
    expect(translator.levels).toEqual([1]);
  });

  it('sends markers in braces and restores them', async () => {
    expect(
      await translate('see ⟦1⟧ or ⟦2⟧this⟦/2⟧', (text) =>
        text.replace('see', 'ببین').replace('{1}', '{ 1 }'),
      ),
    ).toEqual({
      text: 'ببین ⟦1⟧ or ⟦2⟧this⟦/2⟧',
      failures: [],
      calls: ['see {1} or {2}this{/2}'],
    });
  });

  it('translates part by part if a marker is missing', async () => {
    const { text, calls } = await translate('see ⟦1⟧, or ⟦2⟧this⟦/2⟧.', (part) =>
      part.includes('{') ? 'نه' : `<${part}>`,
    );
    expect(text).toBe('<see> ⟦1⟧<, or> ⟦2⟧<this>⟦/2⟧.');
    expect(calls.slice(1)).toEqual(['see', ', or', 'this']);
  });

  it('reports single texts that fail, and throws if the engine fails', async () => {
    await fill();
    const { engine } = engineOf((text) => {
      if (text.startsWith('bad')) throw new TranslatorError('engine_crashed', { retryable: true });
      return text;
    });
    const translator = await OfflineTranslator.create({ folder }, engine);
    expect(await translator.translate(batchOf(['a', 'bad', 'b']), never)).toMatchObject({
      items: [{ id: '1' }, { id: '3' }],
      failures: [{ id: '2', code: 'engine_crashed' }],
    });
    await expect(translator.translate(batchOf(['bad 1', 'bad 2', 'bad 3']), never)).rejects.toMatchObject({
      code: 'engine_crashed',
    });
    await expect(translator.translate(batchOf(['a'], 'he'), never)).rejects.toMatchObject({
      code: 'language_missing',
    });
  });
});

describe('ThreadEngine', () => {
  const engine = (timeoutMs = 20_000) => new ThreadEngine({ folder, timeoutMs, idleMs: 60_000 });
  const legs = async () => (await OfflineModels.open(folder)).routeFrom('en');

  it('reports files that are no models, have changed or are missing', async () => {
    await fill();
    const one = engine();
    const attempt = async () => one.translate(await legs(), 'a', never);
    await expect(attempt()).rejects.toMatchObject({
      code: 'model_files_damaged',
      params: { folder, file: 'model.bin' },
    });
    await writeFile(join(folder, 'vocab.spm'), 'the vocabulary!');
    await expect(attempt()).rejects.toMatchObject({
      code: 'model_files_damaged',
      params: { file: 'vocab.spm' },
    });
    await rm(join(folder, 'model.bin'));
    await expect(attempt()).rejects.toMatchObject({
      code: 'model_files_missing',
      params: { file: 'model.bin' },
    });
    await one.close();
  });

  it('stops waiting when aborted and terminates at a timeout', async () => {
    await fill();
    const stop = new AbortController();
    const one = engine(1);
    const waiting = one.translate(await legs(), 'a', stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(one.translate(await legs(), 'a', never)).rejects.toMatchObject({
      code: 'timed_out',
      retryable: true,
    });
    await one.close();
  });
});

describe('downloadModels', () => {
  let server: Server;
  let url: string;
  let served: Map<string, Buffer>;
  let requested: string[];
  beforeEach(async () => {
    served = new Map();
    requested = [];
    server = createServer((request, response) => {
      requested.push(request.url ?? '');
      const body = served.get(request.url ?? '');
      response.writeHead(body ? 200 : 404).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/models/manifest.json`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const serve = (manifest: ModelManifest) => {
    const body = Buffer.from(JSON.stringify(manifest));
    served.set('/models/manifest.json', body);
    return { url, sha256: sha256(body) };
  };
  const packed = (): ModelManifest => {
    const manifest = manifestOf();
    const [model] = manifest.models;
    if (!model) throw new Error('no model');
    model.files.model = { ...fileOf('model.bin'), url: 'packed/model.zst', packed: 'zstd' };
    model.files.vocab = { ...fileOf('vocab.spm'), url: 'vocab.gz', packed: 'gzip' };
    served.set('/models/packed/model.zst', zstdCompressSync(bytes['model.bin']));
    served.set('/models/vocab.gz', gzipSync(bytes['vocab.spm']));
    return manifest;
  };

  it('unpacks, verifies and stores models, and downloads nothing at the second start', async () => {
    const source = serve(packed());
    const { engine } = engineOf();
    const translator = await OfflineTranslator.create({ folder, source }, engine);
    expect(translator.memoryKey()).toBe(`fxtranslate:${source.sha256.slice(0, 16)}`);
    expect((await translator.translate(batchOf(['a']), never)).items).toHaveLength(1);
    expect(await readFile(join(folder, 'model.bin'), 'utf8')).toBe('the model');
    expect((await readdir(folder)).sort()).toEqual(['manifest.json', 'model.bin', 'vocab.spm']);
    const count = requested.length;
    const again = await OfflineTranslator.create({ folder, source }, engine);
    await again.translate(batchOf(['a']), never);
    expect(requested).toHaveLength(count);
  });

  it.each([
    [
      'a manifest with another checksum',
      () => ({ ...serve(packed()), sha256: 'a'.repeat(64) }),
      'model_files_damaged',
      'manifest.json',
    ],
    ['no manifest', () => ({ url, sha256: 'a'.repeat(64) }), 'unreachable', 'manifest.json'],
    [
      'a file with another checksum',
      () => {
        const source = serve(packed());
        served.set('/models/vocab.gz', gzipSync('the vocabularx'));
        return source;
      },
      'model_files_damaged',
      'vocab.spm',
    ],
    [
      'a file that unpacks to more than its size',
      () => {
        const source = serve(packed());
        served.set('/models/packed/model.zst', zstdCompressSync(Buffer.alloc(50_000_000)));
        return source;
      },
      'model_files_damaged',
      'model.bin',
    ],
  ])('rejects %s and leaves no partial files', async (_, source, code, file) => {
    await expect(downloadModels(folder, source(), never)).rejects.toMatchObject({ code, params: { file } });
    expect(
      (await readdir(folder)).filter((name) => name.includes('partial') || name === 'manifest.json'),
    ).toEqual([]);
  });
});
