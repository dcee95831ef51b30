import type { UiLanguage } from '@hamkhan/contracts/languages';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { clientAddress, networkOf } from '@hamkhan/platform/http/client-network';
import type { FastifyRequest } from 'fastify';

/** The client of a request. Rate limits count by `network`. */
export type Caller = { ip: string; network: string; userAgent: string | undefined; language: UiLanguage };

/** The client of a request, with the address that the gateway determined. */
export function callerOf(request: FastifyRequest): Caller {
  const ip = clientAddress(request);
  return {
    ip,
    network: networkOf(ip),
    userAgent: request.headers['user-agent'],
    language: preferredLanguage(request.headers['accept-language']),
  };
}
