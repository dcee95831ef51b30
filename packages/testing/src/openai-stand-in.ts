import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What can go wrong with one answer. Those from `malformed_json` on come with status 200, as with real servers. */
export type StandInFault =
  | 'server_error'
  | 'rate_limit'
  | 'quota'
  | 'disconnect'
  | 'hang'
  | 'malformed_json'
  | 'fenced_json'
  | 'drop_id'
  | 'rename_id'
  | 'truncate'
  | 'refuse'
  | 'empty'
  | 'untranslated'
  | 'wrong_script'
  | 'cut_short'
  | 'lose_marker'
  | 'lose_number'
  | 'repeat';

export type StandInSettings = {
  /** When given, other keys get 401. */
  apiKey: string | undefined;
  models: string[];
  latencyMs: number;
  supportsJsonSchema: boolean;
  supportsJsonObject: boolean;
  supportsModelList: boolean;
  reportsUsage: boolean;
  /** `Retry-After` of a 429: seconds, or an HTTP date. */
  retryAfter: string;
  /** Used up first, one a request. */
  faults: StandInFault[];
  /** Share of requests that meet a fault, 0 to 1; drawn from a fixed sequence. */
  faultRates: Partial<Record<StandInFault, number>>;
  /** The title that is given with the terms of a document; none unless said. */
  title: string;
  /** What is said of a document with its terms, in place of what is made up: anything a hostile or careless model might say. */
  about: Record<string, unknown>;
  /** A fault for requests with certain texts, whenever they come. */
  faultFor: (texts: readonly string[]) => StandInFault | undefined;
};
const DEFAULTS: StandInSettings = {
  apiKey: undefined,
  models: ['stand-in-small', 'stand-in-large'],
  latencyMs: 0,
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

export type StandInItem = { id: string; text: string; draft?: string };
type StandInBook = {
  subtitle: string;
  description: string;
  keywords: string[];
  candidates: string[];
  sample: string;
};
export type StandInRequest = {
  model: string;
  items: StandInItem[];
  /** The messages as they came. */
  system: string;
  user: string;
  format: string;
  fault: StandInFault | undefined;
  status: number;
};

export type OpenAiStandIn = {
  /** Root of the API, with `/v1`. */
  url: string;
  settings: StandInSettings;
  /** Chat completion requests in the order they were answered. */
  requests: StandInRequest[];
  /** Requests that are under way: received and not answered yet. */
  running: () => number;
  /** The most requests that were under way at once. */
  peak: () => number;
  /** How often each text was asked for in requests that were answered with 200. */
  askedTexts: () => Map<string, number>;
  reset: (settings?: Partial<StandInSettings>) => void;
  close: () => Promise<void>;
};

const MAX_BODY = 8 * 1024 * 1024;
const SYLLABLES =
  'با دا سا نا را پا لا کار بار سار دی ری نی سی بین رود نور سود کوه شهر باغ برگ سنگ رنگ چرخ دشت ماه آب باد خاک دل جان روز شب یار گل سرو'.split(
    ' ',
  );
const CHARS_PER_TOKEN = 4;

/** A made-up Persian word for a word: the same for the same word and salt, about as long. */
function pseudoWord(word: string, salt: string): string {
  const hash = createHash('sha1').update(`${salt}:${word.toLowerCase()}`).digest();
  const count = Math.max(1, Math.round(word.length / 3.2));
  return Array.from(
    { length: count },
    (_, index) => SYLLABLES[(hash[index % hash.length] ?? 0) % SYLLABLES.length],
  ).join('');
}

/** Persian to look at, without any meaning: markers, numbers and order are kept, so that a test can tell what came from where. */
export const pseudoPersian = (text: string, salt = ''): string =>
  text
    .replace(/⟦\/?\d+⟧|\p{Script=Han}{1,2}|\p{L}[\p{L}\p{M}'’]*/gu, (part) => {
      if (part.startsWith('⟦')) return part;
      const word = pseudoWord(part, salt);
      return /\p{Script=Han}/u.test(part) ? `${word} ` : word;
    })
    .replaceAll(',', '،')
    .replaceAll('?', '؟')
    .replaceAll(';', '؛');

/** The first object in a message that holds a list of texts with ids, however a client wraps it. */
function itemsIn(user: string): StandInItem[] {
  const start = user.indexOf('{');
  if (start < 0) return [];
  try {
    const { items } = JSON.parse(user.slice(start, user.lastIndexOf('}') + 1)) as { items?: unknown };
    if (!Array.isArray(items)) return [];
    return items.filter(
      (item): item is StandInItem =>
        typeof item === 'object' &&
        item !== null &&
        typeof (item as StandInItem).id === 'string' &&
        typeof (item as StandInItem).text === 'string',
    );
  } catch {
    return [];
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** What a message that asks for a document's terms says of it. */
function bookIn(user: string): StandInBook {
  try {
    const { document, candidates, sample } = JSON.parse(user) as Record<string, unknown>;
    const { subtitle, description, keywords } = (document ?? {}) as Record<string, unknown>;
    return {
      subtitle: textIn(subtitle),
      description: textIn(description),
      keywords: textsIn(keywords),
      candidates: textsIn(candidates),
      sample: textIn(sample),
    };
  } catch {
    return { subtitle: '', description: '', keywords: [], candidates: [], sample: '' };
  }
}

/**
 * Each candidate with the Persian that translations of it have anyway, as a good glossary would; the description and the keywords of
 * the document, or in their place its first words and candidates.
 */
const termsText = (book: StandInBook, { title, about }: StandInSettings): string => {
  const { candidates, subtitle, description, keywords, sample } = book;
  const topics = keywords.length > 0 ? keywords : candidates.slice(0, 3);
  return JSON.stringify({
    title,
    subtitle: pseudoPersian(subtitle),
    summary: candidates.length > 0 ? `A text about ${candidates[0]}.` : '',
    description: pseudoPersian(description || sample.slice(0, 200)),
    tags: topics.map((topic) => pseudoPersian(topic)),
    ...about,
    terms: candidates.map((term) => ({ term, translation: pseudoPersian(term), note: '' })),
  });
};

function spoil(item: StandInItem, translation: string, fault: StandInFault | undefined): string {
  switch (fault) {
    case 'untranslated':
      return item.text;
    case 'wrong_script':
      return item.text.replace(/\p{L}+/gu, (word) => [...word].reverse().join(''));
    case 'cut_short':
      return translation.slice(0, Math.ceil(translation.length / 10));
    case 'lose_marker':
      return translation.replace(/⟦\/?\d+⟧/u, '');
    case 'lose_number':
      return translation.replace(/\d/gu, '');
    case 'repeat':
      return `${translation} ${'باغ '.repeat(12)}`;
    case 'empty':
      return '';
    default:
      return translation;
  }
}

function answerText(items: readonly StandInItem[], fault: StandInFault | undefined): string {
  const salt = items.some(({ draft }) => draft !== undefined) ? 'refined' : '';
  const answers = items.map((item) => ({
    id: item.id,
    text: spoil(item, pseudoPersian(item.text, salt), fault),
  }));
  if (fault === 'drop_id') answers.pop();
  if (fault === 'rename_id')
    answers.splice(0, 1, ...answers.slice(0, 1).map(({ text }) => ({ id: 'x', text })));
  const json = JSON.stringify({ items: answers });
  if (fault === 'malformed_json') return `${json.slice(0, -2)},}`;
  if (fault === 'truncate') return json.slice(0, Math.floor(json.length * 0.6));
  return fault === 'fenced_json' ? `Here you are:\n\`\`\`json\n${json}\n\`\`\`` : json;
}

type ChatRequest = {
  model?: unknown;
  stream?: unknown;
  messages?: unknown;
  response_format?: { type?: unknown; json_schema?: { name?: unknown; schema?: unknown } };
};
type Message = { role: string; content: string };

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

/**
 * A server that speaks the chat completions API of OpenAI, without streaming, as its reference documents it: errors have its body,
 * unknown models 404, a `json_schema` must have a name and a schema. It answers translation requests with made-up Persian and
 * can be told to fail in every way that real servers do.
 */
export async function startOpenAiStandIn(settings: Partial<StandInSettings> = {}): Promise<OpenAiStandIn> {
  const started = (changed: Partial<StandInSettings>): StandInSettings => {
    const all = { ...DEFAULTS, ...settings, ...changed };
    return { ...all, faults: [...all.faults] };
  };
  let current = started({});
  const requests: StandInRequest[] = [];
  let running = 0;
  let peak = 0;
  let seed = 1;
  let made = 0;
  const pending = new Set<NodeJS.Timeout>();

  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const drawFault = (texts: readonly string[]): StandInFault | undefined => {
    const certain = current.faults.shift() ?? current.faultFor(texts);
    if (certain) return certain;
    for (const [fault, rate] of Object.entries(current.faultRates))
      if (random() < rate) return fault as StandInFault;
    return undefined;
  };
  const send = (
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    if (response.destroyed) return;
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `req_${made}`,
      ...headers,
    });
    response.end(JSON.stringify(body));
  };
  const refuse = (
    response: ServerResponse,
    status: number,
    error: { message: string; type: string; param?: string; code?: string },
    headers?: Record<string, string>,
  ) => send(response, status, { error: { param: null, code: null, ...error } }, headers);
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        pending.delete(timer);
        resolve();
      }, ms);
      pending.add(timer);
    });

  const complete = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const invalid = (message: string, param?: string) =>
      refuse(response, 400, { message, type: 'invalid_request_error', ...(param ? { param } : {}) });
    if (!body || typeof body.model !== 'string')
      return invalid('you must provide a model parameter', 'model');
    if (!Array.isArray(body.messages) || body.messages.length === 0 || !body.messages.every(isMessage))
      return invalid("'messages' must be a non-empty array of messages", 'messages');
    if (body.stream === true) return invalid('streaming is not supported by this server', 'stream');
    const messages: Message[] = body.messages;
    const { model } = body;
    if (!current.models.includes(model))
      return refuse(response, 404, {
        message: `The model '${model}' does not exist or you do not have access to it.`,
        type: 'invalid_request_error',
        code: 'model_not_found',
      });
    const type = body.response_format?.type;
    const format = typeof type === 'string' ? type : 'text';
    if (format === 'json_schema') {
      if (!current.supportsJsonSchema)
        return invalid("'response_format' of type 'json_schema' is not supported", 'response_format');
      const { name, schema } = body.response_format?.json_schema ?? {};
      if (typeof name !== 'string' || typeof schema !== 'object')
        return invalid(
          "Missing required parameter: 'response_format.json_schema.name'",
          'response_format.json_schema.name',
        );
    } else if (format === 'json_object') {
      if (!current.supportsJsonObject)
        return invalid("'response_format' of type 'json_object' is not supported", 'response_format');
      if (!messages.some(({ content }) => /json/i.test(content)))
        return invalid("'messages' must contain the word 'json' in some form", 'messages');
    }

    const user = messages.filter(({ role }) => role === 'user').at(-1)?.content ?? '';
    const system = messages.find(({ role }) => role === 'system' || role === 'developer')?.content ?? '';
    const items = itemsIn(user);
    const fault = drawFault(items.map(({ text }) => text));
    const entry: StandInRequest = { model, items, system, user, format, fault, status: 200 };
    requests.push(entry);
    if (current.latencyMs > 0) await wait(current.latencyMs);

    const failed = (status: number) => {
      entry.status = status;
      return status;
    };
    if (fault === 'hang') return;
    if (fault === 'disconnect') {
      failed(0);
      request.socket.destroy();
      return;
    }
    if (fault === 'server_error')
      return refuse(response, failed(500), { message: 'The server had an error', type: 'server_error' });
    if (fault === 'rate_limit')
      return refuse(
        response,
        failed(429),
        { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' },
        { 'retry-after': current.retryAfter },
      );
    if (fault === 'quota')
      return refuse(response, failed(429), {
        message: 'You exceeded your current quota',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      });

    const isRefused = fault === 'refuse';
    const asksForTerms = user.startsWith('{') && user.includes('"candidates":');
    const content = isRefused
      ? null
      : asksForTerms
        ? termsText(bookIn(user), current)
        : items.length > 0
          ? answerText(items, fault)
          : pseudoPersian(user);
    const promptTokens = Math.ceil((system.length + user.length) / CHARS_PER_TOKEN);
    const completionTokens = Math.ceil((content?.length ?? 20) / CHARS_PER_TOKEN);
    made += 1;
    send(response, 200, {
      id: `chatcmpl-${made}`,
      object: 'chat.completion',
      created: 1_700_000_000 + made,
      model,
      choices: [
        {
          index: 0,
          finish_reason: fault === 'truncate' ? 'length' : 'stop',
          logprobs: null,
          message: { role: 'assistant', content, refusal: isRefused ? 'I cannot help with that.' : null },
        },
      ],
      ...(current.reportsUsage
        ? {
            usage: {
              prompt_tokens: promptTokens,
              completion_tokens: completionTokens,
              total_tokens: promptTokens + completionTokens,
            },
          }
        : {}),
    });
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
    if (current.apiKey !== undefined && request.headers.authorization !== `Bearer ${current.apiKey}`) {
      request.resume();
      return refuse(response, 401, {
        message: 'Incorrect API key provided.',
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      });
    }
    if (request.method === 'GET' && path === '/v1/models' && current.supportsModelList)
      return send(response, 200, {
        object: 'list',
        data: current.models.map((id) => ({
          id,
          object: 'model',
          created: 1_700_000_000,
          owned_by: 'stand-in',
        })),
      });
    if (request.method !== 'POST' || path !== '/v1/chat/completions') {
      request.resume();
      return refuse(response, 404, {
        message: `Unknown request URL: ${request.method} ${path}.`,
        type: 'invalid_request_error',
        code: 'unknown_url',
      });
    }
    running += 1;
    peak = Math.max(peak, running);
    response.on('close', () => {
      running -= 1;
    });
    complete(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/v1`,
    get settings() {
      return current;
    },
    requests,
    running: () => running,
    peak: () => peak,
    askedTexts: () => {
      const counts = new Map<string, number>();
      for (const { status, items } of requests)
        if (status === 200) for (const { text } of items) counts.set(text, (counts.get(text) ?? 0) + 1);
      return counts;
    },
    reset: (changed = {}) => {
      current = started(changed);
      requests.length = 0;
      peak = 0;
      seed = 1;
    },
    close: () =>
      new Promise((resolve) => {
        for (const timer of pending) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
