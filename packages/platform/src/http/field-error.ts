import type { FieldError, FieldErrorCode } from '@hamkhan/contracts/field-errors';
import { AppError } from '../app-error.js';

export type FieldErrors = Record<string, readonly (string | FieldError)[]>;

/** A validation error of one form field. The error filter adds the text in the language of the request (G24). */
export const fieldError = (
  field: string,
  code: FieldErrorCode,
  options: { params?: FieldError['params']; details?: Record<string, unknown>; cause?: unknown } = {},
): AppError =>
  new AppError('COMMON.VALIDATION_FAILED', {
    cause: options.cause,
    details: {
      ...options.details,
      fields: { [field]: [{ code, params: options.params }] } satisfies FieldErrors,
    },
  });
