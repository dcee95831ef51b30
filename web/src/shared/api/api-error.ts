/** Failures that never reached a server's answer; every other code is the server's own or `HTTP`. */
export type ClientErrorCode =
  'CLIENT.TIMEOUT' | 'CLIENT.NO_ANSWER' | 'CLIENT.ABORTED' | 'CLIENT.SETUP' | 'CLIENT.BAD_ANSWER';

/** A call that failed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  /** Errors per field of the request, in the user's language (decisions.md G24). */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Errors of the whole request: `non_field_errors` and `__all__`. */
  readonly general: readonly string[];
  /** The server's own sentence (`error` or `details`), '' when it sent none. */
  readonly text: string;
  /** What the operator finds the failure by in the logs, '' where there is none. */
  readonly errorId: string;
  /** The answer as it came, for callers that know more of it. */
  readonly body: unknown;

  constructor(
    code: string,
    options: {
      status?: number;
      fields?: Record<string, string[]>;
      general?: string[];
      text?: string;
      errorId?: string;
      body?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(options.text || code, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? 0;
    this.fields = options.fields ?? {};
    this.general = options.general ?? [];
    this.text = options.text ?? '';
    this.errorId = options.errorId ?? '';
    this.body = options.body;
  }
}

/** An unexpected failure as an `ApiError`, so that screens handle one type of error. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('CLIENT.SETUP', { cause: error });

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const GENERAL = ['non_field_errors', '__all__'];
/** What says something of the whole answer. `code` and `request_id` may also be fields of a form. */
const WORDS = ['status', 'error', 'details', 'detail', 'correlation_id'];

/** Reads the three error shapes of the product (decisions.md G24) from the body of a refused call. */
export const errorFromAnswer = (status: number, body: unknown): ApiError => {
  if (!isRecord(body)) return new ApiError('HTTP', { status, body });
  const fields: Record<string, string[]> = {};
  const source = isRecord(body['fields']) ? body['fields'] : body;
  for (const [name, value] of Object.entries(source)) {
    if (GENERAL.includes(name) || (source === body && WORDS.includes(name))) continue;
    if (!Array.isArray(value)) continue;
    const list = texts(value);
    if (list.length > 0) fields[name] = list;
  }
  return new ApiError(typeof body['code'] === 'string' ? body['code'] : 'HTTP', {
    status,
    fields,
    general: GENERAL.flatMap((name) => texts(body[name])),
    text: texts(body['details'])[0] ?? texts(body['error'])[0] ?? '',
    errorId: texts(body['error_id'])[0] ?? '',
    body,
  });
};

/** Whether the same call may well succeed a little later: no answer, too many calls, a server in trouble. */
export const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
