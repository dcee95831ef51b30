import { createHash } from 'node:crypto';
import { TARGET_LANGUAGE, type SourceLanguage } from '@hamkhan/contracts/languages';
import type { GlossaryTerm, TranslationLevel } from '../../infra/translator/translator.js';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

/**
 * The part of the memory that a lookup uses. Owners never share translations, neither imported ones nor those that an engine made
 * from a private text.
 */
export type MemoryScope = { ownerId: string; source: SourceLanguage; level: TranslationLevel };

/** The origin of a translation: an import, or an engine with the glossary terms that occur in the text. */
export type MemoryOrigin = string;
export const IMPORT_ORIGIN: MemoryOrigin = 'import';

const digest = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * The engine, its model and a digest of the glossary terms that occur in the text. Other terms cannot change the translation, so
 * an edited term invalidates only the texts with that term, and documents with different glossaries can share translations
 * (docs/adr/0012).
 */
export const engineOrigin = (memoryKey: string, terms: readonly GlossaryTerm[]): MemoryOrigin =>
  terms.length === 0
    ? memoryKey
    : `${memoryKey}|${digest(terms.map(({ term, translation, note = '' }) => `${term}\n${translation}\n${note}`).sort()).slice(0, 16)}`;

const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
};

/**
 * Normalises what depends on typesetting only: space, quotes, ligatures, hyphens and dashes, invisible characters. Keeps case,
 * words and all other characters.
 */
export const normalise = (text: string): string =>
  unicodeForm('NFC', text)
    .replace(/[ﬀ-ﬆ]/gu, (ligature) => LIGATURES[ligature] ?? ligature)
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
    .replace(/[‘’‚‛′`´]/gu, "'")
    .replace(/[“”„‟″«»]|''/gu, '"')
    .replace(/\s+/gu, ' ')
    .replace(/ ?[–—―] ?| -{1,3} |-{2,3}/gu, '—')
    .replace(/[‐‑−]/gu, '-')
    .replace(/…/gu, '...')
    .replace(/ (?=[,.;:!?)\]»])|(?<=[([«]) /gu, '')
    .trim();

const keyOf = (kind: string, scope: MemoryScope, origin: MemoryOrigin, text: string): string =>
  digest([kind, scope.ownerId, scope.source, TARGET_LANGUAGE, scope.level, origin, text]);

/** The key of a text. It is the id of its row, so that a text has one row. */
export const exactKey = (scope: MemoryScope, origin: MemoryOrigin, text: string): string =>
  keyOf('exact', scope, origin, unicodeForm('NFC', text));

/** The key of the normalised text, without emphasis. */
export const normalKey = (scope: MemoryScope, origin: MemoryOrigin, plain: string): string =>
  keyOf('normal', scope, origin, normalise(plain));

const WORD_REST = /\p{L}+/uy;

/** The glossary terms that occur in a text, ignoring case. */
export function termsIn<T extends Pick<GlossaryTerm, 'term'>>(text: string, glossary: readonly T[]): T[] {
  const lower = text.toLowerCase();
  return glossary.filter(({ term }) => {
    const wanted = term.toLowerCase();
    if (wanted === '') return false;
    const isSpelled = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(wanted);
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at)) {
      const isInsideWord = isSpelled && /\p{L}$/u.test(lower.slice(Math.max(0, at - 2), at));
      if (!isInsideWord) return true;
      // Every other place in this word is inside it, too.
      WORD_REST.lastIndex = at;
      at = WORD_REST.test(lower) ? WORD_REST.lastIndex : at + 1;
    }
    return false;
  });
}
