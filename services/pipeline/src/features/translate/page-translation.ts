import type { PageContent, TranslatedContent, TranslationProblem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { TranslatorCode } from '@hamkhan/contracts/translator-status';
import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';
import type { GlossaryTerm } from '../../infra/translator/translator.js';
import type { PageJoins } from './page-joins.domain.js';
import type { DigitStyle } from '../page-text/persian-typography.domain.js';

export type TranslatePageInput = {
  content: PageContent;
  source: SourceLanguage;
  /** Level 2 needs the page's level 1, and `PageTranslation.joinedTranslations` of level 1. */
  target:
    | { level: 1 }
    | {
        level: 2;
        level1: TranslatedContent;
        joinedTranslations?: Readonly<Record<string, string>> | undefined;
      };
  /** Paragraphs that a page break splits. Both pages request the whole paragraph. */
  joins?: PageJoins;
  /** Translations are reused within one owner only. */
  ownerId: string;
  context: {
    title: string;
    summary?: string;
    glossary: readonly GlossaryTerm[];
    /** End of the page before and start of the page after, in the source language. */
    before?: string;
    after?: string;
    /** The translation of `before`, if it is ready. */
    beforeTranslation?: string;
  };
  digits: DigitStyle;
  /** Whether remembered translations with problems are reused. Default: true. */
  acceptFlawed?: boolean;
};

export type TranslatePageLimits = {
  /** Source characters and items in one request. */
  batchChars: number;
  batchItems: number;
  /** Characters of each neighbour shown to the engine. */
  neighbourChars: number;
};

export type PageMark = { itemId: string; path: string; problem: TranslationProblem };

export type PageTranslation =
  | {
      outcome: 'translated';
      content: TranslatedContent;
      engine: string;
      /** The cost of this call. Translations from the memory cost nothing. */
      usage: TokenUsage;
      counts: { texts: number; fromMemory: number; fromDraft: number; requested: number; failed: number };
      marks: PageMark[];
      /** Whole translations of paragraphs that the page shows a share of, for level 2. */
      joinedTranslations: Record<string, string>;
      /** The engine's summary of the page; absent if all texts came from the memory. */
      pageSummary?: string;
    }
  /** Texts are missing and no translator is configured for this level: the page stays `pending_translation`. */
  | { outcome: 'waiting'; code: TranslatorCode; missing: number; usage: TokenUsage };
