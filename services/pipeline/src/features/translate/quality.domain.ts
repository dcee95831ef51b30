import type { TranslationProblem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { latinDigits } from '../page-text/latin-digits.domain.js';
import { checkMarkers, stripMarkers } from '../page-text/markers.domain.js';

/** The confidence of a translation with this problem, 0 to 1. At 0 the page shows the source text instead. */
const CONFIDENCE: Readonly<Record<TranslationProblem, number>> = {
  no_answer: 0,
  empty: 0,
  markers: 0,
  untranslated: 0.1,
  repeated: 0.2,
  wrong_script: 0.3,
  truncated: 0.4,
  too_long: 0.4,
  numbers: 0.6,
};

/** Persian characters per source character in ordinary prose. */
const EXPECTED_RATIO: Readonly<Record<SourceLanguage, number>> = {
  en: 0.95,
  de: 0.9,
  fr: 0.9,
  es: 0.9,
  pt: 0.92,
  ru: 0.95,
  ar: 1.15,
  he: 1.25,
  zh: 2.6,
};
const SHORT = 60;
const TOO_SHORT_FACTOR = 0.4;
const TOO_LONG_FACTOR = 2.6;

const PERSIAN = /[\u0620-\u06ff]/u;

/** Numbers of at least two digits. Single digits are ignored, because a good translation often writes them as words. */
function numbersOf(text: string): string[] {
  const plain = latinDigits(stripMarkers(text)).replace(
    /(?<=\d)[,٬'’\u00a0\u202f](?=\d{3})|(?<=\d)\s(?=\d{3}\b)/gu,
    '',
  );
  return (plain.match(/\d+(?:[.٫,]\d+)*/gu) ?? [])
    .map((number) => number.replace(/[٫,]/gu, '.'))
    .filter((number) => number.replace(/\D/g, '').length > 1);
}

function losesNumbers(source: string, translation: string): boolean {
  const digitsOf = (numbers: readonly string[]) => numbers.flatMap((number) => number.split('.'));
  const kept = new Set(digitsOf(numbersOf(translation)));
  const text = latinDigits(translation);
  return digitsOf(numbersOf(source)).some((number) => !kept.has(number) && !text.includes(number));
}

/** Whether the same few words repeat, as in the output of a model in a loop. */
function isRepeating(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  for (const size of [1, 2, 3, 4, 6, 8]) {
    let run = 0;
    for (let index = size; index < words.length; index += 1) {
      run = words[index] === words[index - size] ? run + 1 : 0;
      if (run >= size * 3 && run >= 4) return true;
    }
  }
  return false;
}

const wordsOf = (text: string): string[] => stripMarkers(text).match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
/** Names and abbreviations may stay in Latin letters: "IBM", "NASA", "John Smith". */
const isNames = (words: readonly string[]): boolean => words.every((word) => /^\p{Lu}/u.test(word));

function isUntranslated(source: string, translation: string, language: SourceLanguage): boolean {
  const sourceWords = wordsOf(source);
  const same = sourceWords.join(' ') === wordsOf(translation).join(' ');
  if (language === 'ar') {
    const own = new Set(sourceWords);
    const words = wordsOf(translation);
    const shared = words.filter((word) => own.has(word)).length;
    return words.length >= 6 && shared / words.length > 0.85;
  }
  if (!same) return false;
  return !(sourceWords.length <= 4 && isNames(sourceWords));
}

function isWrongScript(source: string, translation: string): boolean {
  const letters = [...stripMarkers(translation)].filter((char) => /\p{L}/u.test(char));
  if (letters.length < 12) return false;
  const persian = letters.filter((char) => PERSIAN.test(char)).length;
  if (persian / letters.length >= 0.5) return false;
  return !(isNames(wordsOf(source)) && wordsOf(source).length <= 6);
}

/** Compares a marked translation with its marked source. Returns the problems, worst first; empty if the translation looks right. */
export function problemsOf(
  source: string,
  translation: string,
  language: SourceLanguage,
): TranslationProblem[] {
  if (stripMarkers(translation).trim() === '' && stripMarkers(source).trim() !== '') return ['empty'];
  const problems: TranslationProblem[] = [];
  if (!checkMarkers(translation, source).ok) problems.push('markers');
  if (isUntranslated(source, translation, language)) problems.push('untranslated');
  if (isRepeating(translation) && !isRepeating(source)) problems.push('repeated');
  if (isWrongScript(source, translation)) problems.push('wrong_script');
  const length = stripMarkers(source).length;
  const ratio = stripMarkers(translation).length / Math.max(1, length * EXPECTED_RATIO[language]);
  if (length * EXPECTED_RATIO[language] >= SHORT && ratio < TOO_SHORT_FACTOR) problems.push('truncated');
  if (length >= SHORT / 3 && ratio > TOO_LONG_FACTOR) problems.push('too_long');
  if (losesNumbers(source, translation)) problems.push('numbers');
  return problems;
}

/** The confidence of a translation with these problems; undefined if there are none. */
export const confidenceOf = (problems: readonly TranslationProblem[]): number | undefined =>
  problems.length === 0 ? undefined : Math.min(...problems.map((problem) => CONFIDENCE[problem]));

/** Whether the first translation is at least as good as the second. */
export const isBetter = (
  first: readonly TranslationProblem[],
  second: readonly TranslationProblem[],
): boolean => (confidenceOf(first) ?? 1) >= (confidenceOf(second) ?? 1);
