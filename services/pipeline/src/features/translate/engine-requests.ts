import type { TranslationProblem } from '@hamkhan/contracts/content';
import type { TranslatorCode } from '@hamkhan/contracts/translator-status';
import { addUsage, noUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import {
  TranslatorError,
  type TranslationResult,
  type Translator,
} from '../../infra/translator/translator.js';
import type { NewTranslation } from '../translation-memory/memory-row.domain.js';
import { restore } from '../page-text/inline-marks.domain.js';
import { tidyMarkers } from '../page-text/markers.domain.js';
import { polishMarked } from '../page-text/persian-typography.domain.js';
import { confidenceOf, isBetter, problemsOf } from './quality.domain.js';
import { batchesOf, translationBatch, type PagePieces } from './translation-batch.domain.js';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

const MAX_PAGE_SUMMARY = 500;

type Candidate = { text: string; problems: TranslationProblem[] };

/** Requests the pieces of a page from the engine and sums up what the requests cost and what went wrong. Pieces go by index. */
export class EngineRequests {
  usage: TokenUsage = noUsage();
  /** How many pieces were requested. */
  count = 0;
  readonly problems = new Map<number, TranslationProblem[]>();
  readonly failureCodes = new Set<TranslatorCode>();
  /** By the first piece of the batch. */
  private readonly summaries = new Map<number, string>();

  constructor(
    private readonly translator: Translator,
    private readonly page: PagePieces,
    private readonly signal: AbortSignal,
  ) {}

  /** The engine's summary of the page; empty if it returned none. */
  get pageSummary(): string {
    return [...this.summaries]
      .sort(([a], [b]) => a - b)
      .map(([, summary]) => summary)
      .join(' ')
      .slice(0, MAX_PAGE_SUMMARY);
  }

  /** Requests pieces in parallel batches and saves each batch when it arrives. @throws TranslatorError */
  async request(
    indexes: readonly number[],
    save: (results: readonly NewTranslation[]) => Promise<void>,
  ): Promise<void> {
    this.count += indexes.length;
    const outcomes = await Promise.allSettled(
      batchesOf(indexes, this.page).map(async (batch) => save(await this.requestBatch(batch))),
    );
    this.signal.throwIfAborted();
    const [failure, ...others] = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Error] : [],
    );
    for (const other of others)
      if (other instanceof TranslatorError) this.usage = addUsage(this.usage, other.usage);
    if (failure) throw failure;
  }

  /** Requests a batch, requests flawed translations once more, and returns the better ones that can be shown. */
  private async requestBatch(batch: readonly number[]): Promise<NewTranslation[]> {
    const first = await this.candidates(batch);
    const flawed = batch.filter((index) => (first.get(index)?.problems.length ?? 1) > 0);
    const second = flawed.length === 0 ? new Map<number, Candidate>() : await this.secondCandidates(flawed);
    return batch.flatMap((index) => this.choose(index, first.get(index), second.get(index)) ?? []);
  }

  private async secondCandidates(flawed: readonly number[]): Promise<Map<number, Candidate>> {
    try {
      return await this.candidates(flawed);
    } catch (error) {
      if (this.signal.aborted || !(error instanceof TranslatorError)) throw error;
      // The first translations are paid for. Keep them, despite their problems.
      this.usage = addUsage(this.usage, error.usage);
      return new Map();
    }
  }

  private choose(
    index: number,
    first: Candidate | undefined,
    second: Candidate | undefined,
  ): NewTranslation | undefined {
    const best =
      first && second ? (isBetter(first.problems, second.problems) ? first : second) : (first ?? second);
    const problems = best?.problems ?? ['no_answer'];
    if (problems.length > 0) this.problems.set(index, problems);
    const confidence = confidenceOf(problems);
    const marked = this.page.pieces[index]?.segment.marked;
    if (!best || !marked || confidence === 0) return undefined;
    return {
      index,
      target: best.text,
      rawTarget: restore(best.text, marked),
      ...(confidence === undefined ? {} : { confidence, problems }),
    };
  }

  /** Sends one request. Returns the translations with Persian typography and the problems found in them. */
  private async candidates(batch: readonly number[]): Promise<Map<number, Candidate>> {
    const result = await this.translator.translate(translationBatch(this.page, batch), this.signal);
    this.usage = addUsage(this.usage, result.usage);
    if (result.pageSummary) this.summaries.set(batch[0] ?? 0, result.pageSummary);
    for (const { code } of result.failures) this.failureCodes.add(code);
    return this.checked(result, batch);
  }

  private checked({ items }: TranslationResult, batch: readonly number[]): Map<number, Candidate> {
    const candidates = new Map<number, Candidate>();
    for (const { id, text } of items) {
      const index = batch[Number(id) - 1];
      const source = this.page.pieces[index ?? -1]?.segment.marked.text;
      if (index === undefined || source === undefined) continue;
      const polished = polishMarked(unicodeForm('NFC', tidyMarkers(text)).trim());
      candidates.set(index, {
        text: polished,
        problems: problemsOf(source, polished, this.page.input.source),
      });
    }
    return candidates;
  }
}
