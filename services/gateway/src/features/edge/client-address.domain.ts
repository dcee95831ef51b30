import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type BlockList } from 'node:net';

/** Where a request really comes from. */
export type Client = { address: string; https: boolean };

/**
 * The browser's address and whether it speaks https: from the connection, or from X-Forwarded-* where trusted proxies
 * stand in between. Of the list, only what trusted proxies wrote counts: it is read from its end.
 */
export function clientOf(
  remoteAddress: string | undefined,
  headers: IncomingHttpHeaders,
  trusted: BlockList,
): Client {
  let address = plain(remoteAddress ?? '');
  if (!isTrusted(address, trusted)) return { address, https: false };
  const https = lastOf(headers['x-forwarded-proto']) === 'https';
  const hops = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => plain(hop.trim()));
  while (hops.length > 0 && isTrusted(address, trusted)) {
    const before = hops.pop() ?? '';
    if (isIP(before) === 0) break;
    address = before;
  }
  return { address, https };
}

const lastOf = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header.at(-1) : header)?.split(',').at(-1)?.trim().toLowerCase();

/** An IPv4 address in IPv6 clothes is one and the same. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
