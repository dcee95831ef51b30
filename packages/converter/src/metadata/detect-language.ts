import type { SourceLanguage } from '@hamkhan/contracts/languages';

const MIN_LETTERS = 200;
const MIN_SCRIPT_SHARE = 0.6;
const MAX_FOREIGN_SHARE = 0.03;

/** Languages that one script identifies, and the letters that show another language of the same script. */
const BY_SCRIPT: readonly (readonly [SourceLanguage, RegExp, RegExp])[] = [
  ['zh', /\p{Script=Han}/gu, /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ru', /\p{Script=Cyrillic}/gu, /[іїєґўђћџљњ]/iu],
  ['ar', /\p{Script=Arabic}/gu, /[پچژگکی]/u],
  ['he', /\p{Script=Hebrew}/gu, /[\u05f0-\u05f2]/u],
];

/** Frequent short words that the related languages spell differently. */
const FUNCTION_WORDS: readonly (readonly [SourceLanguage, ReadonlySet<string>])[] = (
  [
    ['en', 'the of and to is that it was for with as be by on not he his this are or from at which have'],
    ['de', 'der die das und ist nicht ein eine zu den von mit auf des dem sich für auch im sie wird als'],
    ['es', 'el la los las y que en un una por con no del se es al lo su para como más pero'],
    ['fr', 'le la les et est que des en un une du dans qui pour pas au sur il ne se ce par avec plus'],
    ['pt', 'o os as e que de um uma do da dos das em no na não se por com ao para mais seu como é'],
  ] as const
).map(([language, words]) => [language, new Set(words.split(' '))]);
const MIN_WORD_SHARE = 0.15;
/** How much more frequent the words of the best language must be than those of the second best. */
const MIN_LEAD = 1.25;

/**
 * The language of a sample by its script or its function words; null for too little text, for a mixture of languages and for
 * languages that are not supported as a source.
 */
export function detectLanguage(sample: string): SourceLanguage | null {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  // One Chinese character carries about as much information as three letters.
  const hanCharacters = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (letters + 2 * hanCharacters < MIN_LETTERS) return null;
  for (const [language, script, foreignLetters] of BY_SCRIPT) {
    const own = sample.match(script) ?? [];
    if (own.length < MIN_SCRIPT_SHARE * letters) continue;
    const foreign = (sample.match(new RegExp(foreignLetters, 'giu')) ?? []).length;
    return foreign > MAX_FOREIGN_SHARE * letters ? null : language;
  }
  return detectLatinLanguage(sample, letters);
}

function detectLatinLanguage(sample: string, letters: number): SourceLanguage | null {
  const words = sample.toLowerCase().match(/\p{Script=Latin}+/gu) ?? [];
  if (words.join('').length < MIN_SCRIPT_SHARE * letters) return null;
  const [best, second] = FUNCTION_WORDS.map(([language, functionWords]) => ({
    language,
    share: words.filter((word) => functionWords.has(word)).length / words.length,
  })).sort((a, b) => b.share - a.share);
  if (!best || best.share < MIN_WORD_SHARE || best.share < MIN_LEAD * (second?.share ?? 0)) return null;
  return best.language;
}
