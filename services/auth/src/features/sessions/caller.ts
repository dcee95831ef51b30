import { CLIENT_ADDRESS_HEADER } from '@hamkhan/contracts/identity';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { readerLanguage } from '@hamkhan/platform/http/reader-language';
import type { FastifyRequest } from 'fastify';

/** Where a call comes from. */
export type Caller = { ip: string; userAgent: string | undefined; language: UiLanguage };

/** The address is the one the gateway determined. */
export function callerOf(request: FastifyRequest): Caller {
  const address = request.headers[CLIENT_ADDRESS_HEADER];
  return {
    ip: typeof address === 'string' ? address : request.ip,
    userAgent: request.headers['user-agent'],
    language: readerLanguage(request.headers['accept-language']),
  };
}
