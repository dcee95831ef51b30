import { setTimeout as delay } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type {
  TranslatorCode,
  TranslatorHealth,
  TranslatorParams,
} from '@hamkhan/contracts/translator-status';
import { readAnswer, readGist, readTerms } from './openai-answer.js';
import {
  answerSchema,
  systemPrompt,
  termPrompt,
  TERMS_SCHEMA,
  userPrompt,
  type AnswerSchema,
} from './openai-prompt.js';
import { RateGate, type RateLimits } from './rate-gate.js';
import {
  addUsage,
  noUsage,
  TranslatorError,
  type TermAnswer,
  type TermRequest,
  type TranslationAnswer,
  type TranslationBatch,
  type TranslationItem,
  type TranslationLevel,
  type TranslationUsage,
  type Translator,
} from './translator.js';

/** Price of a million tokens in the operator's currency. */
export type TokenPrices = { prompt: number; completion: number };
export type LevelModel = { model: string; prices?: TokenPrices };

export type OpenAiTranslatorOptions = {
  /** Root of the API, e.g. `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Empty for a local server that asks for none. */
  apiKey: string;
  level1: LevelModel;
  level2: LevelModel;
  limits: RateLimits;
  /** One request, ms. */
  timeoutMs: number;
  /** Tries of one request before the page has to wait; 1 is none beyond the first. */
  maxAttempts: number;
  /** First pause between tries and the longest one, ms. A server that asks for a longer one is obeyed by giving the page back. */
  backoffMs: { first: number; longest: number };
  /** Left to the server where not given; some models accept only their own. */
  temperature?: number;
};

/** How an answer's form is asked for, from strict to none; a server that knows less is asked for less from then on. */
const FORMATS = ['json_schema', 'json_object', 'none'] as const;
type AnswerFormat = (typeof FORMATS)[number];

const HEALTH_TIMEOUT_MS = 5_000;
/** About how many characters make a token, where a server doesn't count: for budgets, not for bills. */
const CHARS_PER_TOKEN = 3;

/** A request as a server gets it. */
type Question = { level: TranslationLevel; system: string; user: string; schema: AnswerSchema };
const questionOf = (batch: TranslationBatch): Question => ({
  level: batch.level,
  system: systemPrompt(batch.level),
  user: userPrompt(batch),
  schema: answerSchema(batch.level),
});

type Reply = { content: string; isWhole: boolean; isRefused: boolean; usage: TranslationUsage };

/** Any server that speaks the OpenAI chat completions API: OpenAI itself, its many lookalikes, local model servers. */
export class OpenAiTranslator implements Translator {
  readonly id: string;
  readonly levels = [1, 2] as const;
  private readonly client: OpenAI;
  private readonly gate: RateGate;
  private readonly host: string;
  private format: AnswerFormat = 'json_schema';

  constructor(private readonly options: OpenAiTranslatorOptions) {
    this.host = new URL(options.baseUrl).host;
    const models = new Set([options.level1.model, options.level2.model]);
    this.id = `openai ${[...models].join(', ')} (${this.host})`;
    this.gate = new RateGate(options.limits);
    this.client = new OpenAI({
      baseURL: options.baseUrl,
      apiKey: options.apiKey || 'none',
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: options.timeoutMs,
    });
  }

  memoryKey(level: TranslationLevel): string {
    return `openai:${new URL(this.options.baseUrl).hostname}:${this.modelOf(level).model}`;
  }

  async translate(batch: TranslationBatch, signal: AbortSignal): Promise<TranslationAnswer> {
    const answer = await this.inHalves(batch, signal);
    if (answer.items.length > 0 || answer.failures.length === 0) return answer;
    throw new TranslatorError(answer.failures[0]?.code ?? 'bad_answer', {
      params: this.params(batch.level),
      retryable: true,
      usage: answer.usage,
    });
  }

  /** The model of level 2 is asked: its choice binds the whole book. */
  async findTerms(request: TermRequest, signal: AbortSignal): Promise<TermAnswer> {
    const question: Question = { level: 2, ...termPrompt(request), schema: TERMS_SCHEMA };
    const reply = await this.ask(question, signal);
    const answer = reply.isWhole && !reply.isRefused ? readTerms(reply.content) : undefined;
    if (answer) return { ...answer, usage: reply.usage };
    throw new TranslatorError(reply.isRefused ? 'refused' : 'bad_answer', {
      params: this.params(2),
      usage: reply.usage,
    });
  }

  async health(signal?: AbortSignal): Promise<TranslatorHealth> {
    const timeout = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const params = { engine: this.host, ...this.params(1) };
    try {
      const page = await this.client.models.list({
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const known = new Set(page.data.map(({ id }) => id));
      for (const { model } of [this.options.level1, this.options.level2])
        if (known.size > 0 && !known.has(model) && !known.has(`${model}:latest`))
          return { code: 'model_missing', params: { ...params, model } };
      return { code: 'ready', params };
    } catch (error) {
      const code = codeOf(error);
      // Listing models is optional among the lookalikes; a server that answers "no such address" is there.
      if ([404, 405].includes(serverError(error)?.status ?? 0)) return { code: 'ready', params };
      return { code, params };
    }
  }

  private modelOf(level: TranslationLevel): LevelModel {
    return level === 1 ? this.options.level1 : this.options.level2;
  }

  private params(level: TranslationLevel): TranslatorParams {
    return { host: this.host, model: this.modelOf(level).model };
  }

  /** Asks for a batch; what comes back wrong is asked again in halves, down to single items. */
  private async inHalves(batch: TranslationBatch, signal: AbortSignal): Promise<TranslationAnswer> {
    const question = questionOf(batch);
    const reply = await this.ask(question, signal);
    const gist = batch.level === 1 ? readGist(reply.content) : '';
    const items = reply.isWhole && !reply.isRefused ? readAnswer(reply.content, batch.items) : undefined;
    if (items) return { items, failures: [], usage: reply.usage, ...(gist ? { gist } : {}) };
    const [only] = batch.items;
    if (batch.items.length === 1 && only) {
      const again = reply.isRefused ? reply : await this.ask(question, signal);
      const usage = again === reply ? reply.usage : addUsage(reply.usage, again.usage);
      const second = again.isWhole && !again.isRefused ? readAnswer(again.content, batch.items) : undefined;
      if (second) return { items: second, failures: [], usage };
      return {
        items: [],
        failures: [{ id: only.id, code: again.isRefused ? 'refused' : 'bad_answer' }],
        usage,
      };
    }
    const middle = Math.ceil(batch.items.length / 2);
    const halves = [batch.items.slice(0, middle), batch.items.slice(middle)].filter(
      (half) => half.length > 0,
    );
    const outcomes = await Promise.allSettled(
      halves.map((half) => this.inHalves({ ...batch, items: half }, signal)),
    );
    signal.throwIfAborted();
    return this.joined(halves, outcomes, reply.usage);
  }

  /** One half that failed for good doesn't throw away the other, which is paid for. */
  private joined(
    halves: readonly (readonly TranslationItem[])[],
    outcomes: readonly PromiseSettledResult<TranslationAnswer>[],
    spent: TranslationUsage,
  ): TranslationAnswer {
    const answer: TranslationAnswer = { items: [], failures: [], usage: spent };
    const errors: unknown[] = [];
    outcomes.forEach((outcome, index) => {
      if (outcome.status === 'fulfilled') {
        answer.items.push(...outcome.value.items);
        answer.failures.push(...outcome.value.failures);
        answer.usage = addUsage(answer.usage, outcome.value.usage);
        if (outcome.value.gist) answer.gist = [answer.gist, outcome.value.gist].filter(Boolean).join(' ');
        return;
      }
      errors.push(outcome.reason);
      const error: unknown = outcome.reason;
      if (error instanceof TranslatorError) answer.usage = addUsage(answer.usage, error.usage);
      const code = error instanceof TranslatorError ? error.code : 'server_error';
      answer.failures.push(...(halves[index] ?? []).map(({ id }) => ({ id, code })));
    });
    if (answer.items.length > 0 || errors.length === 0) return answer;
    const [first] = errors;
    if (!(first instanceof TranslatorError)) throw first;
    throw new TranslatorError(first.code, {
      params: first.params,
      retryable: first.retryable,
      usage: answer.usage,
      cause: first,
      ...(first.retryAfterMs === undefined ? {} : { retryAfterMs: first.retryAfterMs }),
    });
  }

  /** One request with its tries: pauses grow with jitter, a server's Retry-After holds every request of this process back. */
  private async ask(question: Question, signal: AbortSignal): Promise<Reply> {
    const { maxAttempts, backoffMs } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.send(question, signal);
      } catch (error) {
        signal.throwIfAborted();
        const code = codeOf(error);
        const retryAfterMs = retryAfterOf(error);
        const isRetryable = RETRYABLE.has(code);
        if (retryAfterMs !== undefined)
          this.gate.pauseUntil(Date.now() + Math.min(retryAfterMs, backoffMs.longest));
        if (!isRetryable || attempt >= maxAttempts || (retryAfterMs ?? 0) > backoffMs.longest)
          throw new TranslatorError(code, {
            params: this.params(question.level),
            retryable: isRetryable,
            cause: error,
            ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
          });
        const ceiling = Math.min(backoffMs.longest, backoffMs.first * 2 ** (attempt - 1));
        await delay(retryAfterMs ?? ceiling / 2 + (Math.random() * ceiling) / 2, undefined, { signal });
      }
    }
  }

  /** The SDK's own timeout ends with the headers; this one covers the body too. */
  private async timed<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    try {
      return await work(AbortSignal.any([signal, timeout]));
    } catch (error) {
      throw timeout.aborted ? new APIConnectionTimeoutError() : error;
    }
  }

  /** Sends a request; one that fails only because the server can't hold answers to a form goes again with less form. */
  private async send(question: Question, signal: AbortSignal): Promise<Reply> {
    const format = this.format;
    try {
      return await this.sendAs(question, format, signal);
    } catch (error) {
      const next = FORMATS[FORMATS.indexOf(format) + 1];
      if (next === undefined || !rejectsFormat(error)) throw error;
      if (this.format === format) this.format = next;
      return this.send(question, signal);
    }
  }

  private async sendAs(question: Question, format: AnswerFormat, signal: AbortSignal): Promise<Reply> {
    const { level, system, user, schema } = question;
    const { model, prices } = this.modelOf(level);
    const estimate = Math.ceil((system.length + user.length * 2) / CHARS_PER_TOKEN);
    const completion = await this.gate.run(estimate, signal, () =>
      this.timed(signal, (both) =>
        this.client.chat.completions.create(
          {
            model,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: user },
            ],
            ...(format === 'json_schema'
              ? { response_format: { type: 'json_schema', json_schema: schema } }
              : format === 'json_object'
                ? { response_format: { type: 'json_object' } }
                : {}),
            ...(this.options.temperature === undefined ? {} : { temperature: this.options.temperature }),
          },
          { signal: both },
        ),
      ),
    );
    const choice = completion.choices?.[0];
    const content = choice?.message?.content ?? '';
    const promptTokens =
      completion.usage?.prompt_tokens ?? Math.ceil((system.length + user.length) / CHARS_PER_TOKEN);
    const completionTokens =
      completion.usage?.completion_tokens ?? Math.ceil(content.length / CHARS_PER_TOKEN);
    return {
      content,
      isWhole: choice?.finish_reason !== 'length',
      isRefused: Boolean(choice?.message?.refusal) || choice?.finish_reason === 'content_filter',
      usage: {
        ...noUsage(),
        requests: 1,
        promptTokens,
        completionTokens,
        ...(prices
          ? { cost: (promptTokens * prices.prompt + completionTokens * prices.completion) / 1_000_000 }
          : {}),
      },
    };
  }
}

/** An answer of the server that is no success, with the types the SDK leaves open. */
type ServerError = {
  status?: number;
  headers?: Headers;
  code?: string | null;
  type?: string;
  param?: string | null;
  message: string;
};
const serverError = (error: unknown): ServerError | undefined =>
  error instanceof APIError ? (error as ServerError) : undefined;

const RETRYABLE: ReadonlySet<TranslatorCode> = new Set([
  'unreachable',
  'timed_out',
  'rate_limited',
  'server_error',
]);

function codeOf(error: unknown): TranslatorCode {
  if (error instanceof APIConnectionTimeoutError) return 'timed_out';
  if (error instanceof APIUserAbortError) return 'timed_out';
  if (error instanceof APIConnectionError) return 'unreachable';
  const answer = serverError(error);
  if (!answer) return error instanceof SyntaxError ? 'server_error' : 'unreachable';
  const { status, code, type } = answer;
  if (status === 401 || status === 403) return 'wrong_key';
  if (status === 402 || code === 'insufficient_quota' || type === 'insufficient_quota') return 'no_quota';
  if (status === 404) return 'model_missing';
  if (status === 408) return 'timed_out';
  if (status === 429) return 'rate_limited';
  if (status === 409 || status === 425 || (status !== undefined && status >= 500)) return 'server_error';
  return 'bad_request';
}

/** The pause a server asks for, ms: `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterOf(error: unknown): number | undefined {
  const headers = serverError(error)?.headers;
  if (!headers) return undefined;
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Whether a request was refused for its answer format: servers say so in many words, and always name the thing. */
function rejectsFormat(error: unknown): boolean {
  const answer = serverError(error);
  if (!answer || ![400, 404, 415, 422, 500, 501].includes(answer.status ?? 0)) return false;
  return (
    answer.param?.startsWith('response_format') === true ||
    /response_format|json_schema|json_object|structured output|guided|grammar/iu.test(answer.message)
  );
}
