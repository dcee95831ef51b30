import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** What one household or telephone is given of IPv6 (RFC 6177). */
const NETWORK_GROUPS = 4;

/**
 * Whom limits take for one caller: an IPv4 address, or the first 64 bits of an IPv6 one, since whoever has one of those has 2^64 of
 * them.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups.
  const length = groups.length + rest.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: GROUPS - length }, () => '0');
  const all = [...groups, ...zeros, ...rest].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${all.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
