import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { clientOf, type Client } from './client.js';

const PROXIES = ['10.0.0.0/8', '::1'];

/** The client of a request from this address, as a gateway with these trusted proxies sees it. */
async function clientFrom(
  remoteAddress: string,
  headers: Record<string, string>,
  trustProxy: string[] | false = PROXIES,
): Promise<Client> {
  const app = Fastify({ trustProxy });
  app.get('/', (request) => clientOf(request));
  const response = await app.inject({ url: '/', remoteAddress, headers });
  await app.close();
  return response.json();
}

describe('clientOf', () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };

  it('ignores the headers of an untrusted address', async () => {
    const direct = { address: '198.51.100.7', https: false };
    expect(await clientFrom('198.51.100.7', headers, false)).toEqual(direct);
    expect(await clientFrom('198.51.100.7', headers)).toEqual(direct);
  });

  it('uses the address and protocol that a trusted proxy reports', async () => {
    const reported = { address: '203.0.113.9', https: true };
    expect(await clientFrom('::ffff:10.1.2.3', headers)).toEqual(reported);
    expect(await clientFrom('::1', headers)).toEqual(reported);
  });

  it('ignores addresses that the client itself put into the header', async () => {
    const spoofed = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9, 10.0.0.5' };
    expect(await clientFrom('10.1.2.3', spoofed)).toEqual({ address: '203.0.113.9', https: false });
  });

  it('ignores values that are not addresses', async () => {
    expect((await clientFrom('10.1.2.3', { 'x-forwarded-for': '"><script>' })).address).toBe('10.1.2.3');
    expect((await clientFrom('10.1.2.3', {})).address).toBe('10.1.2.3');
  });

  it('normalises IPv4-mapped IPv6 addresses', async () => {
    expect((await clientFrom('::ffff:198.51.100.7', {})).address).toBe('198.51.100.7');
  });
});
