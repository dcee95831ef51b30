import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  itemsIn,
  replyTo,
  type DocumentReply,
  type OpenAiFault,
  type RequestItem,
} from './fake-openai-reply.js';

export type { OpenAiFault } from './fake-openai-reply.js';

export type FakeOpenAiSettings = DocumentReply & {
  /** When set, other keys get 401. */
  apiKey: string | undefined;
  models: string[];
  latencyMs: number;
  /** Requests whose message contains this text wait until the setting changes. */
  holdText: string | undefined;
  supportsJsonSchema: boolean;
  supportsJsonObject: boolean;
  supportsModelList: boolean;
  reportsUsage: boolean;
  /** `Retry-After` of a 429: seconds, or an HTTP date. */
  retryAfter: string;
  /** Used up first, one a request. */
  faults: OpenAiFault[];
  /** Share of requests that get a fault, 0 to 1; drawn from a fixed sequence. */
  faultRates: Partial<Record<OpenAiFault, number>>;
  /** A fault for every request with certain texts. */
  faultFor: (texts: readonly string[]) => OpenAiFault | undefined;
};
const DEFAULTS: FakeOpenAiSettings = {
  apiKey: undefined,
  models: ['fake-small', 'fake-large'],
  latencyMs: 0,
  holdText: undefined,
  supportsJsonSchema: true,
  supportsJsonObject: true,
  supportsModelList: true,
  reportsUsage: true,
  retryAfter: '1',
  faults: [],
  faultRates: {},
  title: '',
  about: {},
  faultFor: () => undefined,
};

export type ReceivedRequest = {
  model: string;
  items: RequestItem[];
  /** The messages as received. */
  system: string;
  user: string;
  format: string;
  fault: OpenAiFault | undefined;
  status: number;
};

const MAX_BODY = 8 * 1024 * 1024;
const CHARS_PER_TOKEN = 4;
const HOLD_POLL_MS = 25;

type ChatRequest = {
  model?: unknown;
  stream?: unknown;
  messages?: unknown;
  response_format?: { type?: unknown; json_schema?: { name?: unknown; schema?: unknown } };
};
type Message = { role: string; content: string };
type ValidRequest = { model: string; messages: Message[]; format: string };
type ApiError = { message: string; type: string; param?: string; code?: string };

/**
 * A server that speaks OpenAI's chat completions API without streaming, as its reference documents it: error bodies, 404 for
 * unknown models, a name and a schema required in `json_schema`. It replies to translation requests with made-up Persian and
 * can be told to fail in every way that real servers do.
 */
export class FakeOpenAiServer {
  /** Chat completion requests in the order of their replies. */
  readonly requests: ReceivedRequest[] = [];
  private current: FakeOpenAiSettings;
  private runningNow = 0;
  private peakRunning = 0;
  private seed = 1;
  private sent = 0;
  private isClosed = false;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly server: Server;

  private constructor(private readonly initial: Partial<FakeOpenAiSettings>) {
    this.current = this.settingsWith({});
    this.server = createServer((request, response) => this.route(request, response));
  }

  static async start(settings: Partial<FakeOpenAiSettings> = {}): Promise<FakeOpenAiServer> {
    const fake = new FakeOpenAiServer(settings);
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  /** Root of the API, with `/v1`. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/v1`;
  }

  get settings(): FakeOpenAiSettings {
    return this.current;
  }

  /** Requests received and not replied to yet. */
  running(): number {
    return this.runningNow;
  }

  /** The most requests that ran at the same time. */
  peak(): number {
    return this.peakRunning;
  }

  /** How often each text was in a request that got status 200. */
  requestedTexts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { status, items } of this.requests)
      if (status === 200) for (const { text } of items) counts.set(text, (counts.get(text) ?? 0) + 1);
    return counts;
  }

  reset(changed: Partial<FakeOpenAiSettings> = {}): void {
    this.current = this.settingsWith(changed);
    this.requests.length = 0;
    this.peakRunning = 0;
    this.seed = 1;
  }

  close(): Promise<void> {
    this.isClosed = true;
    for (const timer of this.timers) clearTimeout(timer);
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private settingsWith(changed: Partial<FakeOpenAiSettings>): FakeOpenAiSettings {
    const all = { ...DEFAULTS, ...this.initial, ...changed };
    return { ...all, faults: [...all.faults] };
  }

  private route(request: IncomingMessage, response: ServerResponse): void {
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    const { apiKey, supportsModelList } = this.current;
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
      request.resume();
      return this.fail(response, 401, {
        message: 'Incorrect API key provided.',
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      });
    }
    if (request.method === 'GET' && path === '/v1/models' && supportsModelList)
      return this.send(response, 200, { object: 'list', data: this.current.models.map(asModel) });
    if (request.method !== 'POST' || path !== '/v1/chat/completions') {
      request.resume();
      return this.fail(response, 404, {
        message: `Unknown request URL: ${request.method} ${path}.`,
        type: 'invalid_request_error',
        code: 'unknown_url',
      });
    }
    this.runningNow += 1;
    this.peakRunning = Math.max(this.peakRunning, this.runningNow);
    response.on('close', () => {
      this.runningNow -= 1;
    });
    this.complete(request, response).catch(() => response.destroy());
  }

  private async complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const checked = this.check(await readBody(request));
    if ('error' in checked) return this.fail(response, checked.status, checked.error);
    const { model, messages, format } = checked;
    const user = messages.filter(({ role }) => role === 'user').at(-1)?.content ?? '';
    const system = messages.find(({ role }) => role === 'system' || role === 'developer')?.content ?? '';
    const items = itemsIn(user);
    const fault = this.drawFault(items.map(({ text }) => text));
    const entry: ReceivedRequest = { model, items, system, user, format, fault, status: 200 };
    this.requests.push(entry);
    if (this.current.latencyMs > 0) await this.wait(this.current.latencyMs);
    while (this.current.holdText !== undefined && user.includes(this.current.holdText))
      await this.wait(HOLD_POLL_MS);

    if (fault === 'hang') return;
    if (fault === 'disconnect') {
      entry.status = 0;
      request.socket.destroy();
      return;
    }
    const failure = failureFor(fault);
    if (failure) {
      entry.status = failure.status;
      const headers: Record<string, string> =
        fault === 'rate_limit' ? { 'retry-after': this.current.retryAfter } : {};
      return this.fail(response, failure.status, failure.error, headers);
    }
    this.sendCompletion(response, entry);
  }

  /** The request as far as it is valid, else the error that the API documents. */
  private check(body: ChatRequest | undefined): ValidRequest | { status: number; error: ApiError } {
    const invalid = (message: string, param?: string) => ({
      status: 400,
      error: { message, type: 'invalid_request_error', ...(param ? { param } : {}) },
    });
    if (!body || typeof body.model !== 'string')
      return invalid('you must provide a model parameter', 'model');
    if (!Array.isArray(body.messages) || body.messages.length === 0 || !body.messages.every(isMessage))
      return invalid("'messages' must be a non-empty array of messages", 'messages');
    if (body.stream === true) return invalid('streaming is not supported by this server', 'stream');
    const messages: Message[] = body.messages;
    const { model } = body;
    if (!this.current.models.includes(model))
      return {
        status: 404,
        error: {
          message: `The model '${model}' does not exist or you do not have access to it.`,
          type: 'invalid_request_error',
          code: 'model_not_found',
        },
      };
    const type = body.response_format?.type;
    const format = typeof type === 'string' ? type : 'text';
    if (format === 'json_schema') {
      if (!this.current.supportsJsonSchema)
        return invalid("'response_format' of type 'json_schema' is not supported", 'response_format');
      const { name, schema } = body.response_format?.json_schema ?? {};
      const required = 'response_format.json_schema.name';
      if (typeof name !== 'string' || typeof schema !== 'object')
        return invalid(`Missing required parameter: '${required}'`, required);
    } else if (format === 'json_object') {
      if (!this.current.supportsJsonObject)
        return invalid("'response_format' of type 'json_object' is not supported", 'response_format');
      if (!messages.some(({ content }) => /json/i.test(content)))
        return invalid("'messages' must contain the word 'json' in some form", 'messages');
    }
    return { model, messages, format };
  }

  private drawFault(texts: readonly string[]): OpenAiFault | undefined {
    const certain = this.current.faults.shift() ?? this.current.faultFor(texts);
    if (certain) return certain;
    for (const [fault, rate] of Object.entries(this.current.faultRates))
      if (this.random() < rate) return fault as OpenAiFault;
    return undefined;
  }

  private random(): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.seed / 2_147_483_648;
  }

  private sendCompletion(
    response: ServerResponse,
    { model, system, user, items, fault }: ReceivedRequest,
  ): void {
    const content = replyTo(user, items, fault, this.current);
    const promptTokens = Math.ceil((system.length + user.length) / CHARS_PER_TOKEN);
    const completionTokens = Math.ceil((content?.length ?? 20) / CHARS_PER_TOKEN);
    const usage = {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    };
    const refusal = content === null ? 'I cannot help with that.' : null;
    this.sent += 1;
    this.send(response, 200, {
      id: `chatcmpl-${this.sent}`,
      object: 'chat.completion',
      created: 1_700_000_000 + this.sent,
      model,
      choices: [
        {
          index: 0,
          finish_reason: fault === 'truncate' ? 'length' : 'stop',
          logprobs: null,
          message: { role: 'assistant', content, refusal },
        },
      ],
      ...(this.current.reportsUsage ? { usage } : {}),
    });
  }

  private fail(
    response: ServerResponse,
    status: number,
    error: ApiError,
    headers: Record<string, string> = {},
  ): void {
    this.send(response, status, { error: { param: null, code: null, ...error } }, headers);
  }

  private send(
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): void {
    if (response.destroyed) return;
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `req_${this.sent}`,
      ...headers,
    });
    response.end(JSON.stringify(body));
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.isClosed) return;
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        resolve();
      }, ms);
      this.timers.add(timer);
    });
  }
}

const asModel = (id: string) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'fake' });

function failureFor(fault: OpenAiFault | undefined): { status: number; error: ApiError } | undefined {
  switch (fault) {
    case 'server_error':
      return { status: 500, error: { message: 'The server had an error', type: 'server_error' } };
    case 'rate_limit':
      return {
        status: 429,
        error: { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' },
      };
    case 'quota':
      return {
        status: 429,
        error: {
          message: 'You exceeded your current quota',
          type: 'insufficient_quota',
          code: 'insufficient_quota',
        },
      };
    default:
      return undefined;
  }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Message).role === 'string' &&
  typeof (value as Message).content === 'string';

async function readBody(request: IncomingMessage): Promise<ChatRequest | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
  } catch {
    return undefined;
  }
}
