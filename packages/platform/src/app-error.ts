import { ERRORS, type ErrorCode } from '@hamkhan/contracts/errors';

export type AppErrorOptions = {
  cause?: unknown;
  /** What the answer's body carries beside its text, e.g. `preview_info`, or field errors under `fields`. */
  details?: Record<string, unknown>;
};

/** A failure with a code of the catalogue; everything else that is thrown is a bug and answers 500 with an id. */
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
