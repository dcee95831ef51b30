import { isIPv6 } from 'node:net';
import { CLIENT_ADDRESS_HEADER } from '@hamkhan/contracts/identity';
import type { FastifyRequest } from 'fastify';

const GROUPS = 8;
/** A household or phone gets a whole /64 of IPv6 (RFC 6177). */
const NETWORK_GROUPS = 4;

/** The unit that rate limits count: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  // A trailing IPv4 address takes the place of two groups.
  const length = groups.length + rest.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: GROUPS - length }, () => '0');
  const all = [...groups, ...zeros, ...rest].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${all.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The address of the client, as the gateway determined it. */
export function clientAddress({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): string {
  const address = headers[CLIENT_ADDRESS_HEADER];
  return typeof address === 'string' ? address : ip;
}
