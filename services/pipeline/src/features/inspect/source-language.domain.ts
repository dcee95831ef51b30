import type { SourceLanguage } from '@hamkhan/contracts/languages';

const ENOUGH_LETTERS = 200;
const MOST_OF_IT = 0.6;

/** Languages whose script no other source language has, and the letters by which a neighbour with the same script is told. */
const BY_SCRIPT: readonly (readonly [SourceLanguage, RegExp, RegExp])[] = [
  ['zh', /\p{Script=Han}/gu, /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ru', /\p{Script=Cyrillic}/gu, /[іїєґўђћџљњ]/iu],
  ['ar', /\p{Script=Arabic}/gu, /[پچژگکی]/u],
  ['he', /\p{Script=Hebrew}/gu, /[\u05f0-\u05f2]/u],
];

/** Small words that make up a good part of any prose, and that a neighbour writes otherwise. */
const SMALL_WORDS: readonly (readonly [SourceLanguage, ReadonlySet<string>])[] = (
  [
    ['en', 'the of and to is that it was for with as be by on not he his this are or from at which have'],
    ['de', 'der die das und ist nicht ein eine zu den von mit auf des dem sich für auch im sie wird als'],
    ['es', 'el la los las y que en un una por con no del se es al lo su para como más pero'],
    ['fr', 'le la les et est que des en un une du dans qui pour pas au sur il ne se ce par avec plus'],
    ['pt', 'o os as e que de um uma do da dos das em no na não se por com ao para mais seu como é'],
  ] as const
).map(([language, words]) => [language, new Set(words.split(' '))]);
const LEAST_SHARE = 0.15;
const LEAST_LEAD = 1.25;

/**
 * The language that a sample is written in, as far as its script or its small words tell; null for too little text, for a mixture and
 * for languages that are no source here.
 */
export function languageOf(sample: string): SourceLanguage | null {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  // A sign of Chinese says about as much as three letters.
  const signs = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (letters + 2 * signs < ENOUGH_LETTERS) return null;
  for (const [language, script, others] of BY_SCRIPT) {
    const own = sample.match(script) ?? [];
    if (own.length < MOST_OF_IT * letters) continue;
    const foreign = (sample.match(new RegExp(others, 'giu')) ?? []).length;
    return foreign > 0.03 * letters ? null : language;
  }
  const words = sample.toLowerCase().match(/\p{Script=Latin}+/gu) ?? [];
  if (words.join('').length < MOST_OF_IT * letters) return null;
  const [best, second] = SMALL_WORDS.map(([language, small]) => ({
    language,
    share: words.filter((word) => small.has(word)).length / words.length,
  })).sort((a, b) => b.share - a.share);
  if (!best || best.share < LEAST_SHARE || best.share < LEAST_LEAD * (second?.share ?? 0)) return null;
  return best.language;
}
