import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

export type Client = { address: string; https: boolean };

/**
 * The address and protocol of the client. Fastify reads them from the connection, or from X-Forwarded-* when the connection
 * comes from a trusted proxy (TRUSTED_PROXIES).
 */
export function clientOf({ ip, ips, protocol }: Pick<FastifyRequest, 'ip' | 'ips' | 'protocol'>): Client {
  // X-Forwarded-For can contain anything; the last valid hop counts.
  const address = (ips ?? [ip]).findLast((hop) => isIP(hop) !== 0) ?? ip;
  return { address: normalise(address), https: protocol.toLowerCase() === 'https' };
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const normalise = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
