import { noUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type {
  TranslatorCode,
  TranslatorHealth,
  TranslatorParams,
} from '@hamkhan/contracts/translator-status';

/** 1: fast draft. 2: refined translation that uses the draft, the glossary and the neighbouring pages. */
export type TranslationLevel = 1 | 2;

/** The translation of a term or name, used in the whole document. */
export type GlossaryTerm = { term: string; translation: string; note?: string };

/**
 * A piece of text to translate. `text` may hold markers: `⟦3⟧` replaces something that is not translated, and
 * `⟦4⟧…⟦/4⟧` encloses words with a mark. The translation must have each marker exactly once.
 */
export type TranslationItem = { id: string; text: string };

export type TranslationContext = {
  title: string;
  /** A few sentences on the document so far. */
  summary?: string;
  /** The terms that occur in the items. */
  glossary: readonly GlossaryTerm[];
  /** Text before and after the items, as context only. */
  before: string;
  after: string;
  /** The translation of `before`; used at level 2. */
  beforeTranslation?: string;
  /** Level 1 of each item by its id; used at level 2. */
  drafts?: Readonly<Record<string, string>>;
};

export type TranslationBatch = {
  items: readonly TranslationItem[];
  source: SourceLanguage;
  level: TranslationLevel;
  context: TranslationContext;
};

/** A request for the translations of a document's terms and names, and of its metadata, before its pages are translated. */
export type TermRequest = {
  title: string;
  /** From the document itself; empty if it has none. */
  subtitle: string;
  description: string;
  keywords: readonly string[];
  source: SourceLanguage;
  /** Recurring names and phrases, found by rules. The engine may drop some and add others from the sample. */
  candidates: readonly string[];
  /** Text of the first pages. */
  sample: string;
};
/** Fields are empty if the engine returned none. */
export type TermResult = {
  terms: GlossaryTerm[];
  /** In Persian. */
  title: string;
  subtitle: string;
  /** In English, for the prompts of level 2. */
  summary: string;
  /** In Persian, for readers; cut to a maximum length but otherwise unchecked. */
  description: string;
  tags: string[];
  usage: TokenUsage;
};

export type TranslationFailure = { id: string; code: TranslatorCode };

/** Each id of the batch is either in `items` or in `failures`. */
export type TranslationResult = {
  items: TranslationItem[];
  failures: TranslationFailure[];
  /** At level 1: one sentence on the passage, if the engine returned one. */
  pageSummary?: string;
  usage: TokenUsage;
};

export interface Translator {
  /** Engine and models, for logs. */
  readonly id: string;
  /** The supported levels; none if no translator is configured. */
  readonly levels: readonly TranslationLevel[];
  /** Engine and model of one level: part of the key of the translation memory, free of secrets. */
  memoryKey(level: TranslationLevel): string;
  /**
   * Translates a batch into Persian.
   * @throws TranslatorError if the whole batch failed; the signal's reason when it was aborted.
   */
  translate(batch: TranslationBatch, signal: AbortSignal): Promise<TranslationResult>;
  /**
   * Finds one translation for each term. Only engines that support a glossary have this method.
   * @throws TranslatorError; the signal's reason when it was aborted.
   */
  readonly findTerms?: (request: TermRequest, signal: AbortSignal) => Promise<TermResult>;
  /** Never throws. */
  health(signal?: AbortSignal): Promise<TranslatorHealth>;
}

/** A failed translation. `retryable`: the same request may succeed later. `usage`: what the failed request cost. */
export class TranslatorError extends Error {
  readonly code: TranslatorCode;
  readonly params: TranslatorParams;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly usage: TokenUsage;

  constructor(
    code: TranslatorCode,
    options: {
      params?: TranslatorParams;
      retryable?: boolean;
      retryAfterMs?: number;
      usage?: TokenUsage;
      cause?: unknown;
    } = {},
  ) {
    super(`translator: ${code}`, { cause: options.cause });
    this.name = 'TranslatorError';
    this.code = code;
    this.params = options.params ?? {};
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.usage = options.usage ?? noUsage();
  }
}
