import { describe, expect, it } from '@jest/globals';
import { TRANSLATOR_CODES, TranslatorHealth, translatorText } from './translator-status.js';

describe('translatorText', () => {
  it('has a sentence for every code in both languages, with nothing left open', () => {
    const params = { engine: 'E', model: 'M', host: 'H', folder: 'F', file: 'P', language: 'L' };
    for (const code of TRANSLATOR_CODES) {
      expect(translatorText(code, 'en', params)).toMatch(/^[A-Z][^{}]+\.$/);
      expect(translatorText(code, 'fa', params)).toMatch(/^[\u0600-\u06ff][^{}]+\.$/);
    }
  });

  it('puts parameters in, a dash for what is missing', () => {
    expect(translatorText('ready', 'en', { engine: 'openai', model: '$&' })).toBe(
      'The translator is ready: openai, model $&.',
    );
    expect(translatorText('language_missing', 'en', { language: 'he' })).toContain('“he” in the folder –.');
    expect(TranslatorHealth.parse({ code: 'ready', params: {} })).toEqual({ code: 'ready', params: {} });
  });
});
