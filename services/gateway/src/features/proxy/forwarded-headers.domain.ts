import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { CLIENT_ADDRESS_HEADER, CORRELATION_HEADER, IDENTITY_HEADER } from '@hamkhan/contracts/identity';

/** The request headers that services get from a client. All others are dropped, above all a forged identity. */
const FORWARDED_REQUEST_HEADERS = [
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

/** Hop-by-hop headers (RFC 9110 §7.6.1) and headers that only concern gateway and services. */
const DROPPED_RESPONSE_HEADERS = new Set([
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
  /** The declared length of the body, or null. */
  contentLength: string | null;
};

/** The request headers for a service, as a flat list of names and values. */
export function requestHeaders(headers: IncomingHttpHeaders, facts: RequestFacts): string[] {
  const list: string[] = [];
  for (const name of FORWARDED_REQUEST_HEADERS) {
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

/** The response headers for the client. Without cache-control a response must not be stored. */
export function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = headers.connection?.toLowerCase().split(',');
  const passed: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || DROPPED_RESPONSE_HEADERS.has(name)) continue;
    if (named?.some((token) => token.trim() === name)) continue;
    passed[name] = value;
  }
  passed['cache-control'] ??= 'no-store';
  return passed;
}
