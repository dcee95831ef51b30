import { ERRORS } from '@hamkhan/contracts/errors';
import { describe, expect, it } from '@jest/globals';
import { en } from './en.js';
import { fa } from './fa.js';

type Texts = { [key: string]: string | Texts };

const flat = (texts: Texts, prefix = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  );

const persian = flat(fa);
const english = flat(en);
const places = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map((match) => match[1]).sort();

describe('the texts', () => {
  it('exist for the same keys in Persian and English [ACC-SHELL-05]', () => {
    expect(Object.keys(english).sort()).toEqual(Object.keys(persian).sort());
  });

  it('are never empty and take the same values', () => {
    for (const [key, text] of Object.entries(persian)) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      expect([key, places(english[key] ?? '')]).toEqual([key, places(text)]);
    }
  });

  it('use Persian letters, not their Arabic likenesses, and Persian marks', () => {
    const wrong = Object.entries(persian).filter(([, text]) => /[يكى٠-٩]|[\u0600-\u06ff][?;]/.test(text));
    expect(wrong).toEqual([]);
  });

  it('every error of the catalogue has a sentence in both languages', () => {
    for (const [code, error] of Object.entries(ERRORS)) {
      expect([code, /[\u0600-\u06ff]/.test(error.fa)]).toEqual([code, true]);
      expect([code, error.en.length > 3]).toEqual([code, true]);
    }
  });
});
