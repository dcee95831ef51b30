import { randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode } from '@hamkhan/contracts/errors';
import { fieldErrorText } from '@hamkhan/contracts/field-errors';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.js';
import type { Logger } from '../observability/logger.js';
import { isOutage } from '../outage.js';
import type { FieldErrors } from './field-error.js';
import { preferredLanguage } from './accept-language.js';

/** The error format of an area (G24). Every format also has `code` and `error_id`. */
export type ErrorStyle = 'form' | 'status' | 'finance';

/** Answers an exception with the status and text of its error code; a 500 contains an error id only. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly style: ErrorStyle,
    private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw thrown;
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    this.answer(thrown, request, reply);
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = asAppError(thrown);
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    const language = preferredLanguage(request.headers['accept-language']);
    const body = errorBody(error, this.style, language);
    if (error.code === 'COMMON.INTERNAL') {
      const errorId = randomUUID();
      body.error_id = errorId;
      this.logger.error(
        { err: thrown, errorId, method: request.method, url: request.url },
        'unexpected failure',
      );
    } else if (error.status >= 500) {
      this.logger.warn({ err: thrown, method: request.method, url: request.url }, error.code);
    }
    const { retry_after: seconds } = error.details;
    if (typeof seconds === 'number') void reply.header('retry-after', seconds);
    void reply.status(error.status).header('cache-control', 'no-store').send(body);
  }
}

/** The body of an error in its area's style. */
export function errorBody(
  error: AppError,
  style: ErrorStyle,
  language: 'fa' | 'en',
): Record<string, unknown> {
  const text = ERRORS[error.code][language];
  const { fields: given, ...details } = error.details as { fields?: FieldErrors };
  const fields = given && inWords(given, language);
  // C06 defines this status for every format.
  const named = error.code === 'AUTH.SESSION_LIMIT' ? { status: 'session_limit_error' } : {};
  const common = { code: error.code, ...named, ...details };
  switch (style) {
    case 'form':
      return { ...common, ...(fields ?? { non_field_errors: [text] }) };
    case 'status':
      return { status: 'error', error: text, ...common, ...(fields ? { fields } : {}) };
    case 'finance':
      return { status: 'error', error: text, details: text, ...common, fields: fields ?? {} };
  }
}

const inWords = (fields: FieldErrors, language: 'fa' | 'en'): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, errors]) => [
      name,
      errors.map((error) => (typeof error === 'string' ? error : fieldErrorText(error, language))),
    ]),
  );

const HTTP_CODES: Record<number, ErrorCode> = {
  400: 'COMMON.VALIDATION_FAILED',
  401: 'AUTH.LOGIN_REQUIRED',
  403: 'COMMON.FORBIDDEN',
  404: 'COMMON.NOT_FOUND',
  408: 'COMMON.REQUEST_TIMEOUT',
  409: 'COMMON.CONFLICT',
  413: 'COMMON.PAYLOAD_TOO_LARGE',
  415: 'COMMON.VALIDATION_FAILED',
  429: 'AUTH.TOO_MANY_REQUESTS',
  503: 'COMMON.UNAVAILABLE',
};

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status =
    thrown instanceof HttpException
      ? thrown.getStatus()
      : (thrown as { statusCode?: unknown } | null)?.statusCode;
  const code = typeof status === 'number' ? HTTP_CODES[status] : undefined;
  if (code) return new AppError(code, { cause: thrown });
  if (isOutage(thrown)) return new AppError('COMMON.UNAVAILABLE', { cause: thrown });
  return new AppError('COMMON.INTERNAL', { cause: thrown });
}
