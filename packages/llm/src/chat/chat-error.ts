import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';

export const CHAT_ERROR_CODES = [
  'unreachable',
  'timed_out',
  'wrong_key',
  'no_quota',
  'rate_limited',
  'model_missing',
  'server_error',
  'bad_request',
] as const;
export type ChatErrorCode = (typeof CHAT_ERROR_CODES)[number];

const RETRYABLE: ReadonlySet<ChatErrorCode> = new Set([
  'unreachable',
  'timed_out',
  'rate_limited',
  'server_error',
]);

/** A request that failed after all attempts. `retryAfterMs` is the pause that the server asks for. */
export class ChatError extends Error {
  readonly retryable: boolean;

  constructor(
    readonly code: ChatErrorCode,
    readonly model: string,
    readonly retryAfterMs: number | undefined,
    cause: unknown,
  ) {
    super(`chat: ${code}`, { cause });
    this.name = 'ChatError';
    this.retryable = isRetryable(code);
  }
}

export const isRetryable = (code: ChatErrorCode): boolean => RETRYABLE.has(code);

/** An error response of the server, with the types that the SDK leaves open. */
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

/** The HTTP status of an error response; undefined when there was no response. */
export const statusOf = (error: unknown): number | undefined => serverError(error)?.status;

export function chatErrorCode(error: unknown): ChatErrorCode {
  if (error instanceof APIConnectionTimeoutError) return 'timed_out';
  if (error instanceof APIUserAbortError) return 'timed_out';
  if (error instanceof APIConnectionError) return 'unreachable';
  const response = serverError(error);
  if (!response) return error instanceof SyntaxError ? 'server_error' : 'unreachable';
  const { status, code, type } = response;
  if (status === 401 || status === 403) return 'wrong_key';
  if (status === 402 || code === 'insufficient_quota' || type === 'insufficient_quota') return 'no_quota';
  if (status === 404) return 'model_missing';
  if (status === 408) return 'timed_out';
  if (status === 429) return 'rate_limited';
  if (status === 409 || status === 425 || (status !== undefined && status >= 500)) return 'server_error';
  return 'bad_request';
}

/** The pause a server asks for, ms: `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
export function retryAfterOf(error: unknown): number | undefined {
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

/** Whether a server rejected a request because of its response format. The wording differs, but all servers name the field or the feature. */
export function rejectsFormat(error: unknown): boolean {
  const response = serverError(error);
  if (!response || ![400, 404, 415, 422, 500, 501].includes(response.status ?? 0)) return false;
  return (
    response.param?.startsWith('response_format') === true ||
    /response_format|json_schema|json_object|structured output|guided|grammar/iu.test(response.message)
  );
}
