import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { costOf, type TokenPrices, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import type { TranslationLevel } from '../../infra/translator/translator.js';

/** Approximate characters of a token in the tokenizers of large models. */
const CHARS_PER_TOKEN: Readonly<Record<SourceLanguage, number>> = {
  en: 4.2,
  de: 3.6,
  fr: 3.7,
  es: 3.8,
  pt: 3.7,
  ru: 2.8,
  ar: 2.6,
  he: 2.4,
  zh: 1.2,
};
const PERSIAN_CHARS_PER_TOKEN = 2.4;
/** Characters of Persian per character of the source. */
const GROWTH: Readonly<Record<SourceLanguage, number>> = {
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
/** Characters of an unknown page: 350 words. */
const PAGE_CHARS: Readonly<Record<SourceLanguage, number>> = {
  en: 2_000,
  de: 2_200,
  fr: 2_100,
  es: 2_100,
  pt: 2_100,
  ru: 2_100,
  ar: 1_700,
  he: 1_600,
  zh: 700,
};
/** Fixed tokens of a request (rules, title, summary, terms, neighbours) and of the JSON of a response. */
const REQUEST_TOKENS: Readonly<Record<TranslationLevel, number>> = { 1: 1_400, 2: 1_700 };
const RESPONSE_TOKENS = 120;
/** Characters of one request (see translate-page). */
const REQUEST_CHARS = 3_500;

export type Tokens = Pick<TokenUsage, 'promptTokens' | 'completionTokens'>;
export type LevelPrices = Readonly<Partial<Record<TranslationLevel, TokenPrices | undefined>>>;

/** Tokens of one level of a page with this number of characters. */
export function pageTokens(chars: number, language: SourceLanguage, level: TranslationLevel): Tokens {
  if (chars === 0) return { promptTokens: 0, completionTokens: 0 };
  const requests = Math.ceil(chars / REQUEST_CHARS);
  const source = chars / CHARS_PER_TOKEN[language];
  const persian = (chars * GROWTH[language]) / PERSIAN_CHARS_PER_TOKEN;
  return {
    promptTokens: Math.ceil(requests * REQUEST_TOKENS[level] + source + (level === 2 ? persian : 0)),
    completionTokens: Math.ceil(requests * RESPONSE_TOKENS + persian),
  };
}

export type Estimate = Tokens & { pages: number; cost: number | null; basis: 'pages' | 'text' };

/**
 * Estimates both levels of a document from the characters of an average page, or from the number of pages if there is no text yet.
 * The cost is null if a level has no price.
 */
export function estimateOf(
  document: { pages: number; language: SourceLanguage; charsPerPage: number | null },
  prices: LevelPrices,
): Estimate {
  const { pages, language, charsPerPage } = document;
  const chars = charsPerPage ?? PAGE_CHARS[language];
  const estimate: Estimate = {
    pages,
    promptTokens: 0,
    completionTokens: 0,
    cost: 0,
    basis: charsPerPage === null ? 'pages' : 'text',
  };
  for (const level of [1, 2] as const) {
    const tokens = pageTokens(Math.round(chars), language, level);
    estimate.promptTokens += tokens.promptTokens * pages;
    estimate.completionTokens += tokens.completionTokens * pages;
    const price = prices[level];
    estimate.cost = price && estimate.cost !== null ? estimate.cost + costOf(tokens, price) * pages : null;
  }
  return estimate;
}
