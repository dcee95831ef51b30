import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type {
  TranslatorCode,
  TranslatorHealth,
  TranslatorParams,
} from '@hamkhan/contracts/translator-status';

/** 1: fast draft. 2: refined with the draft, the glossary and the neighbours. */
export type TranslationLevel = 1 | 2;

/** One Persian form for a term or a name through the whole document. */
export type GlossaryTerm = { term: string; translation: string; note?: string };

/**
 * A piece of text to translate. `text` may hold markers: `⟦3⟧` stands for something that is not translated, and
 * `⟦4⟧…⟦/4⟧` wraps words that carry a mark. Each marker must come back exactly once.
 */
export type TranslationItem = { id: string; text: string };

export type TranslationContext = {
  title: string;
  /** What the document is about so far, a few sentences. */
  summary?: string;
  /** Only the terms that occur in the items. */
  glossary: readonly GlossaryTerm[];
  /** Text just before and just after the items, for understanding only. */
  before: string;
  after: string;
  /** The Persian of `before`, for the flow; used at level 2. */
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

/** What was used, failed tries included. `cost` is in the operator's currency; absent where no price is configured. */
export type TranslationUsage = {
  requests: number;
  promptTokens: number;
  completionTokens: number;
  cost?: number;
};

/** What is asked of an engine before a document is translated: the Persian of its terms and names, and what it is about. */
export type TermRequest = {
  title: string;
  /** What the book says of itself, empty where it says nothing. */
  subtitle: string;
  description: string;
  keywords: readonly string[];
  source: SourceLanguage;
  /** Found by rules: names and phrases that come back. The engine may leave some out and add others of the sample. */
  candidates: readonly string[];
  /** Text of the first pages. */
  sample: string;
};
/** Empty where the engine gave none. */
export type TermAnswer = {
  terms: GlossaryTerm[];
  /** The document's in Persian. */
  title: string;
  subtitle: string;
  /** What the document is about, for the prompts of level 2. */
  summary: string;
  /** What it is about in Persian, for readers; and its subjects. As the engine wrote them, cut to a length. */
  description: string;
  tags: string[];
  usage: TranslationUsage;
};

export type TranslationFailure = { id: string; code: TranslatorCode };

/** Every id of the batch is in `items` or in `failures`, once. */
export type TranslationAnswer = {
  items: TranslationItem[];
  failures: TranslationFailure[];
  /** At level 1: a sentence on what the passage says, where the engine gave one. */
  gist?: string;
  usage: TranslationUsage;
};

export interface Translator {
  /** Engine and models, for people and logs. */
  readonly id: string;
  /** The levels this engine can make; none where no translator is configured. */
  readonly levels: readonly TranslationLevel[];
  /** Engine and model of one level: part of the key of the translation memory, free of secrets. */
  memoryKey(level: TranslationLevel): string;
  /**
   * Translates a batch into Persian.
   * @throws TranslatorError when nothing of the batch could be had; the signal's reason when it was aborted.
   */
  translate(batch: TranslationBatch, signal: AbortSignal): Promise<TranslationAnswer>;
  /**
   * One Persian form for each term; only engines that understand a glossary have it.
   * @throws TranslatorError; the signal's reason when it was aborted.
   */
  readonly findTerms?: (request: TermRequest, signal: AbortSignal) => Promise<TermAnswer>;
  /** How the engine stands; never throws. */
  health(signal?: AbortSignal): Promise<TranslatorHealth>;
}

export const noUsage = (): TranslationUsage => ({ requests: 0, promptTokens: 0, completionTokens: 0 });

export function addUsage(a: TranslationUsage, b: TranslationUsage): TranslationUsage {
  const cost = a.cost === undefined && b.cost === undefined ? undefined : (a.cost ?? 0) + (b.cost ?? 0);
  return {
    requests: a.requests + b.requests,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    ...(cost === undefined ? {} : { cost }),
  };
}

/** The engine could not do it. `retryable`: the same request may well succeed later. `usage`: what was paid nonetheless. */
export class TranslatorError extends Error {
  readonly code: TranslatorCode;
  readonly params: TranslatorParams;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly usage: TranslationUsage;

  constructor(
    code: TranslatorCode,
    options: {
      params?: TranslatorParams;
      retryable?: boolean;
      retryAfterMs?: number;
      usage?: TranslationUsage;
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
