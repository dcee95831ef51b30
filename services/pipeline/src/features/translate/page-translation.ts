import type { PageContent, TranslatedContent, TranslationProblem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { TranslatorCode } from '@hamkhan/contracts/translator-status';
import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';
import type { GlossaryTerm } from '../../infra/translator/translator.js';
import type { PageJoins } from './page-joins.domain.js';
import type { DigitStyle } from './persian-typography.domain.js';

export type TranslatePageInput = {
  content: PageContent;
  source: SourceLanguage;
  /** Level 2 needs the page's level 1, and of joined paragraphs what level 1 made of the whole (`PageTranslation.joinedTranslations`). */
  target:
    | { level: 1 }
    | {
        level: 2;
        level1: TranslatedContent;
        joinedTranslations?: Readonly<Record<string, string>> | undefined;
      };
  /** Paragraphs that go on from the page before or on the page after: asked for whole, whichever page is first. */
  joins?: PageJoins;
  /** Whose document: translations are reused within one owner only. */
  ownerId: string;
  context: {
    title: string;
    summary?: string;
    glossary: readonly GlossaryTerm[];
    /** End of the page before and start of the page after, in the source language. */
    before?: string;
    after?: string;
    /** The Persian of `before`, where it is there already. */
    beforeTranslation?: string;
  };
  digits: DigitStyle;
  /** On a reprocess: false asks again for what a check complained about; true by default. */
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
      /** Paid for this call; what the memory knew costs nothing. */
      usage: TokenUsage;
      counts: { texts: number; fromMemory: number; fromDraft: number; asked: number; failed: number };
      marks: PageMark[];
      /** The whole translations of paragraphs of which the page shows a share, for level 2. */
      joinedTranslations: Record<string, string>;
      /** What the engine says the page is about; absent where the memory knew it all. */
      pageSummary?: string;
    }
  /** Texts are missing and no translator can make them: the page stays `pending_translation`. */
  | { outcome: 'waiting'; code: TranslatorCode; missing: number; usage: TokenUsage };
