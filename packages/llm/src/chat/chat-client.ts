import { setTimeout as delay } from 'node:timers/promises';
import OpenAI, { APIConnectionTimeoutError } from 'openai';
import {
  ChatError,
  chatErrorCode,
  isRetryable,
  rejectsFormat,
  retryAfterOf,
  statusOf,
  type ChatErrorCode,
} from './chat-error.js';
import { RateGate, type RateLimits } from './rate-gate.js';
import {
  formatFields,
  RESPONSE_FORMATS,
  type ResponseFormat,
  type ResponseSchema,
} from './response-format.js';
import { costOf, type TokenPrices, type TokenUsage } from './token-usage.js';

export type ChatModel = { model: string; prices?: TokenPrices };

export type ChatClientOptions = {
  /** Root of the API, e.g. `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Empty for a local server that needs none. */
  apiKey: string;
  limits: RateLimits;
  /** Timeout of one attempt, ms. */
  timeoutMs: number;
  /** Attempts of one request, the first included. */
  maxAttempts: number;
  /** First and longest pause between attempts, ms. A request whose server asks for a longer pause fails at once. */
  backoffMs: { first: number; longest: number };
  /** Default: the server's. Some models accept no other. */
  temperature?: number;
};

export type ChatRequest = ChatModel & { system: string; user: string; schema: ResponseSchema };

/** `isComplete` is false when the model reached its output limit. */
export type ChatResponse = { content: string; isComplete: boolean; isRefused: boolean; usage: TokenUsage };

export type ChatHealth = { code: 'ready' } | { code: ChatErrorCode; model?: string };

const HEALTH_TIMEOUT_MS = 5_000;
/** Characters of a token, roughly. Used for rate limits, and for the usage where a server reports none. */
const CHARS_PER_TOKEN = 3;

/** Client of any server with the OpenAI chat completions API: OpenAI itself, compatible services, local model servers. */
export class ChatClient {
  readonly host: string;
  private readonly client: OpenAI;
  private readonly gate: RateGate;
  private format: ResponseFormat = 'json_schema';

  constructor(private readonly options: ChatClientOptions) {
    this.host = new URL(options.baseUrl).host;
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

  /**
   * Sends a request and retries it with growing, jittered pauses. A server's Retry-After delays all requests of this client.
   * @throws ChatError; the signal's reason when it was aborted
   */
  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatResponse> {
    const { maxAttempts, backoffMs } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.send(request, signal);
      } catch (error) {
        signal.throwIfAborted();
        const code = chatErrorCode(error);
        const retryAfterMs = retryAfterOf(error);
        if (retryAfterMs !== undefined)
          this.gate.pauseUntil(Date.now() + Math.min(retryAfterMs, backoffMs.longest));
        if (!isRetryable(code) || attempt >= maxAttempts || (retryAfterMs ?? 0) > backoffMs.longest)
          throw new ChatError(code, request.model, retryAfterMs, error);
        const ceiling = Math.min(backoffMs.longest, backoffMs.first * 2 ** (attempt - 1));
        await delay(retryAfterMs ?? ceiling / 2 + (Math.random() * ceiling) / 2, undefined, { signal });
      }
    }
  }

  /** Whether the server is reachable and has these models. Never throws. */
  async health(models: readonly string[], signal?: AbortSignal): Promise<ChatHealth> {
    const timeout = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    try {
      const page = await this.client.models.list({
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const known = new Set(page.data.map(({ id }) => id));
      const missing = models.find((model) => !known.has(model) && !known.has(`${model}:latest`));
      return known.size > 0 && missing !== undefined
        ? { code: 'model_missing', model: missing }
        : { code: 'ready' };
    } catch (error) {
      // Listing models is optional for compatible servers: one that does not know the path is still reachable.
      return [404, 405].includes(statusOf(error) ?? 0) ? { code: 'ready' } : { code: chatErrorCode(error) };
    }
  }

  /** Sends a request; if the server rejects its response format, sends it again with a less strict one. */
  private async send(request: ChatRequest, signal: AbortSignal): Promise<ChatResponse> {
    const format = this.format;
    try {
      return await this.sendAs(request, format, signal);
    } catch (error) {
      const next = RESPONSE_FORMATS[RESPONSE_FORMATS.indexOf(format) + 1];
      if (next === undefined || !rejectsFormat(error)) throw error;
      if (this.format === format) this.format = next;
      return this.send(request, signal);
    }
  }

  private async sendAs(
    { model, prices, system, user, schema }: ChatRequest,
    format: ResponseFormat,
    signal: AbortSignal,
  ): Promise<ChatResponse> {
    const { temperature } = this.options;
    const body = {
      model,
      messages: [
        { role: 'system' as const, content: system },
        { role: 'user' as const, content: user },
      ],
      ...formatFields(format, schema),
      ...(temperature === undefined ? {} : { temperature }),
    };
    const estimate = Math.ceil((system.length + user.length * 2) / CHARS_PER_TOKEN);
    const completion = await this.gate.run(estimate, signal, () =>
      this.withTimeout(signal, (both) => this.client.chat.completions.create(body, { signal: both })),
    );
    const choice = completion.choices?.[0];
    const content = choice?.message?.content ?? '';
    const tokens = {
      promptTokens:
        completion.usage?.prompt_tokens ?? Math.ceil((system.length + user.length) / CHARS_PER_TOKEN),
      completionTokens: completion.usage?.completion_tokens ?? Math.ceil(content.length / CHARS_PER_TOKEN),
    };
    return {
      content,
      isComplete: choice?.finish_reason !== 'length',
      isRefused: Boolean(choice?.message?.refusal) || choice?.finish_reason === 'content_filter',
      usage: { requests: 1, ...tokens, ...(prices ? { cost: costOf(tokens, prices) } : {}) },
    };
  }

  /** The SDK's own timeout ends with the headers; this one covers the body too. */
  private async withTimeout<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    try {
      return await work(AbortSignal.any([signal, timeout]));
    } catch (error) {
      throw timeout.aborted ? new APIConnectionTimeoutError() : error;
    }
  }
}
