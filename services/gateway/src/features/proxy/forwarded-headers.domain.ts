import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { CLIENT_ADDRESS_HEADER, CORRELATION_HEADER, IDENTITY_HEADER } from '@hamkhan/contracts/identity';

/** What a service may learn of a browser's request. Everything else, an identity of its own making above all, stays outside. */
const PASSED_ON = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'user-agent',
] as const;

/** RFC 9110 §7.6.1, and what is between us and the services only. */
const NOT_PASSED_BACK = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  CORRELATION_HEADER,
  IDENTITY_HEADER,
]);

export type RequestFacts = {
  correlationId: string;
  address: string;
  https: boolean;
  /** Signed identity, or null for a guest. */
  identity: string | null;
  /** The session cookie as `name=value`, or null. */
  cookie: string | null;
  /** Bytes of the body where the browser said how many, else null. */
  contentLength: string | null;
};

/** The headers a service gets, as a flat list of names and values. */
export function requestHeaders(headers: IncomingHttpHeaders, facts: RequestFacts): string[] {
  const list: string[] = [];
  for (const name of PASSED_ON) {
    const value = headers[name];
    if (typeof value === 'string') list.push(name, value);
  }
  list.push(CORRELATION_HEADER, facts.correlationId);
  list.push(CLIENT_ADDRESS_HEADER, facts.address);
  list.push('x-forwarded-proto', facts.https ? 'https' : 'http');
  if (facts.identity !== null) list.push(IDENTITY_HEADER, facts.identity);
  if (facts.cookie !== null) list.push('cookie', facts.cookie);
  if (facts.contentLength !== null) list.push('content-length', facts.contentLength);
  return list;
}

/** The headers of a service's answer that a browser gets. Answers that say nothing of storing are not stored. */
export function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = headers.connection?.toLowerCase().split(',');
  const passed: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || NOT_PASSED_BACK.has(name)) continue;
    if (named?.some((token) => token.trim() === name)) continue;
    passed[name] = value;
  }
  passed['cache-control'] ??= 'no-store';
  return passed;
}
