import {
  ChatClient,
  type ChatClientOptions,
  type ChatModel,
  type ChatResponse,
} from '@hamkhan/llm/chat/chat-client';
import { ChatError } from '@hamkhan/llm/chat/chat-error';
import { addUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import type { TranslatorHealth, TranslatorParams } from '@hamkhan/contracts/translator-status';
import { responseSchema, systemPrompt, termPrompt, TERMS_SCHEMA, userPrompt } from './openai-prompt.js';
import { readItems, readSummary, readTerms } from './openai-response.js';
import {
  TranslatorError,
  type TermRequest,
  type TermResult,
  type TranslationBatch,
  type TranslationItem,
  type TranslationLevel,
  type TranslationResult,
  type Translator,
} from './translator.js';

export type OpenAiTranslatorOptions = ChatClientOptions & { level1: ChatModel; level2: ChatModel };

type Prompt = Pick<Parameters<ChatClient['complete']>[0], 'system' | 'user' | 'schema'>;

/** Translation by a large language model, on any server with the OpenAI chat completions API. */
export class OpenAiTranslator implements Translator {
  readonly id: string;
  readonly levels = [1, 2] as const;
  private readonly chat: ChatClient;

  constructor(private readonly options: OpenAiTranslatorOptions) {
    this.chat = new ChatClient(options);
    const models = new Set([options.level1.model, options.level2.model]);
    this.id = `openai ${[...models].join(', ')} (${this.chat.host})`;
  }

  memoryKey(level: TranslationLevel): string {
    return `openai:${new URL(this.options.baseUrl).hostname}:${this.modelOf(level).model}`;
  }

  async translate(batch: TranslationBatch, signal: AbortSignal): Promise<TranslationResult> {
    const result = await this.translateBatch(batch, signal);
    if (result.items.length > 0 || result.failures.length === 0) return result;
    throw new TranslatorError(result.failures[0]?.code ?? 'bad_answer', {
      params: this.params(batch.level),
      retryable: true,
      usage: result.usage,
    });
  }

  /** Uses the model of level 2, because its choice binds the whole book. */
  async findTerms(request: TermRequest, signal: AbortSignal): Promise<TermResult> {
    const response = await this.complete(2, { ...termPrompt(request), schema: TERMS_SCHEMA }, signal);
    const terms = isUsable(response) ? readTerms(response.content) : undefined;
    if (terms) return { ...terms, usage: response.usage };
    throw new TranslatorError(response.isRefused ? 'refused' : 'bad_answer', {
      params: this.params(2),
      usage: response.usage,
    });
  }

  async health(signal?: AbortSignal): Promise<TranslatorHealth> {
    const { level1, level2 } = this.options;
    const health = await this.chat.health([level1.model, level2.model], signal);
    const model = ('model' in health && health.model) || level1.model;
    return { code: health.code, params: { engine: this.chat.host, host: this.chat.host, model } };
  }

  private modelOf(level: TranslationLevel): ChatModel {
    return level === 1 ? this.options.level1 : this.options.level2;
  }

  private params(level: TranslationLevel): TranslatorParams {
    return { host: this.chat.host, model: this.modelOf(level).model };
  }

  /** @throws TranslatorError; the signal's reason when it was aborted */
  private async complete(
    level: TranslationLevel,
    prompt: Prompt,
    signal: AbortSignal,
  ): Promise<ChatResponse> {
    try {
      return await this.chat.complete({ ...this.modelOf(level), ...prompt }, signal);
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      const { code, retryable, retryAfterMs, cause } = error;
      throw new TranslatorError(code, {
        params: this.params(level),
        retryable,
        cause,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    }
  }

  /** Translates a batch. If the response is not valid, retries it in halves, down to single items. */
  private async translateBatch(batch: TranslationBatch, signal: AbortSignal): Promise<TranslationResult> {
    const { level } = batch;
    const prompt = { system: systemPrompt(level), user: userPrompt(batch), schema: responseSchema(level) };
    const response = await this.complete(level, prompt, signal);
    const pageSummary = level === 1 ? readSummary(response.content) : '';
    const items = isUsable(response) ? readItems(response.content, batch.items) : undefined;
    if (items) return { items, failures: [], usage: response.usage, ...(pageSummary ? { pageSummary } : {}) };
    const [only] = batch.items;
    if (batch.items.length === 1 && only) return this.retryItem(only, batch, prompt, response, signal);
    const middle = Math.ceil(batch.items.length / 2);
    const halves = [batch.items.slice(0, middle), batch.items.slice(middle)].filter(
      (half) => half.length > 0,
    );
    const outcomes = await Promise.allSettled(
      halves.map((half) => this.translateBatch({ ...batch, items: half }, signal)),
    );
    signal.throwIfAborted();
    return mergeOutcomes(halves, outcomes, response.usage);
  }

  private async retryItem(
    item: TranslationItem,
    { level }: TranslationBatch,
    prompt: Prompt,
    first: ChatResponse,
    signal: AbortSignal,
  ): Promise<TranslationResult> {
    const last = first.isRefused ? first : await this.complete(level, prompt, signal);
    const usage = last === first ? first.usage : addUsage(first.usage, last.usage);
    const items = isUsable(last) ? readItems(last.content, [item]) : undefined;
    if (items) return { items, failures: [], usage };
    const code = last.isRefused ? 'refused' : 'bad_answer';
    return { items: [], failures: [{ id: item.id, code }], usage };
  }
}

const isUsable = ({ isComplete, isRefused }: ChatResponse): boolean => isComplete && !isRefused;

/** Merges the results of two halves. If one half fails, the other is kept, because it is paid for. */
function mergeOutcomes(
  halves: readonly (readonly TranslationItem[])[],
  outcomes: readonly PromiseSettledResult<TranslationResult>[],
  spent: TokenUsage,
): TranslationResult {
  const merged: TranslationResult = { items: [], failures: [], usage: spent };
  const errors: unknown[] = [];
  outcomes.forEach((outcome, index) => {
    if (outcome.status === 'fulfilled') {
      const { items, failures, usage, pageSummary } = outcome.value;
      merged.items.push(...items);
      merged.failures.push(...failures);
      merged.usage = addUsage(merged.usage, usage);
      if (pageSummary) merged.pageSummary = [merged.pageSummary, pageSummary].filter(Boolean).join(' ');
      return;
    }
    const error: unknown = outcome.reason;
    errors.push(error);
    if (error instanceof TranslatorError) merged.usage = addUsage(merged.usage, error.usage);
    const code = error instanceof TranslatorError ? error.code : 'server_error';
    merged.failures.push(...(halves[index] ?? []).map(({ id }) => ({ id, code })));
  });
  if (merged.items.length > 0 || errors.length === 0) return merged;
  const [first] = errors;
  if (!(first instanceof TranslatorError)) throw first;
  throw new TranslatorError(first.code, {
    params: first.params,
    retryable: first.retryable,
    usage: merged.usage,
    cause: first,
    ...(first.retryAfterMs === undefined ? {} : { retryAfterMs: first.retryAfterMs }),
  });
}
