import { ERRORS, type ErrorCode } from '@hamkhan/contracts/errors';

export type AppErrorOptions = {
  cause?: unknown;
  /** Extra members of the response body, e.g. `preview_info`, or field errors under `fields`. */
  details?: Record<string, unknown>;
};

/** An expected failure with a code from the catalogue. Any other exception is a bug and becomes a 500 with an error id. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(`${code}: ${ERRORS[code].en}`, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): number {
    return ERRORS[this.code].http;
  }
}
