/** Failures of the client; every other code is the server's own or `HTTP`. */
export type ClientErrorCode =
  'CLIENT.TIMEOUT' | 'CLIENT.NO_ANSWER' | 'CLIENT.ABORTED' | 'CLIENT.SETUP' | 'CLIENT.BAD_ANSWER';

/** A call that failed. `status` is 0 when there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  /** Errors per field of the request, in the user's language (decisions.md G24). */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Errors of the whole request: `non_field_errors` and `__all__`. */
  readonly general: readonly string[];
  /** The server's error text (`error` or `details`), '' when it sent none. */
  readonly text: string;
  /** Id of the failure in the logs of the server; '' if the server sent none. */
  readonly errorId: string;
  /** The parsed body of the response, for callers that know its shape. */
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
/** Names that are never fields of a form. `code` and `request_id` may be. */
const NOT_FIELDS = ['status', 'error', 'details', 'detail', 'correlation_id'];

/** Reads the three error shapes of the API (decisions.md G24) from the body of a refused call. */
export const errorFromResponse = (status: number, body: unknown): ApiError => {
  if (!isRecord(body)) return new ApiError('HTTP', { status, body });
  const fields: Record<string, string[]> = {};
  const source = isRecord(body['fields']) ? body['fields'] : body;
  for (const [name, value] of Object.entries(source)) {
    if (GENERAL.includes(name) || (source === body && NOT_FIELDS.includes(name))) continue;
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

/** Whether a retry may succeed: no response, too many calls, or a failure of the server. */
export const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
