import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { TranslatorConfig, translatorFor } from './translator-for.js';

describe('translatorFor', () => {
  it('uses the memory only if no engine is configured', async () => {
    const translator = await translatorFor({ engine: 'none' });
    expect(translator.levels).toEqual([]);
    expect(await translator.health()).toEqual({ code: 'not_configured', params: {} });
    await expect(
      translator.translate(
        { items: [], source: 'en', level: 1, context: { title: '', glossary: [], before: '', after: '' } },
        new AbortController().signal,
      ),
    ).rejects.toMatchObject({ code: 'not_configured', retryable: false });
  });

  it('makes the engine that is named, with sensible limits', async () => {
    const config = TranslatorConfig.parse({
      engine: 'openai',
      baseUrl: 'http://127.0.0.1:9/v1',
      level1: { model: 'small' },
      level2: { model: 'large' },
    });
    expect(config).toMatchObject({
      apiKey: '',
      limits: { concurrency: 8 },
      timeoutMs: 120_000,
      maxAttempts: 5,
      backoffMs: { first: 500, longest: 30_000 },
    });
    expect((await translatorFor(config)).memoryKey(2)).toBe('openai:127.0.0.1:large');
    const offline = await translatorFor(
      TranslatorConfig.parse({ engine: 'offline', folder: `${tmpdir()}/no such folder` }),
    );
    expect(offline.levels).toEqual([1]);
    expect(await offline.health()).toMatchObject({ code: 'model_files_missing' });
  });

  it.each([
    { engine: 'openai', baseUrl: 'ftp://a.example', level1: { model: 'a' }, level2: { model: 'b' } },
    { engine: 'openai', baseUrl: 'http://a.example', level1: { model: '' }, level2: { model: 'b' } },
    { engine: 'offline', folder: 'x', source: { url: 'http://a.example/manifest.json', sha256: 'short' } },
    { engine: 'other' },
  ])('refuses %j', (config) => expect(TranslatorConfig.safeParse(config).success).toBe(false));
});
