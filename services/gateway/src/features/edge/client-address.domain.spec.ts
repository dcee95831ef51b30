import { BlockList } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { clientOf } from './client-address.domain.js';

const nobody = new BlockList();
const proxies = new BlockList();
proxies.addSubnet('10.0.0.0', 8, 'ipv4');
proxies.addAddress('::1', 'ipv6');

describe('clientOf', () => {
  it('believes nobody who is not trusted', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    expect(clientOf('198.51.100.7', headers, nobody)).toEqual({ address: '198.51.100.7', https: false });
    expect(clientOf('198.51.100.7', headers, proxies)).toEqual({ address: '198.51.100.7', https: false });
  });

  it('takes the address a trusted proxy saw', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    expect(clientOf('::ffff:10.1.2.3', headers, proxies)).toEqual({ address: '203.0.113.9', https: true });
    expect(clientOf('::1', headers, proxies)).toEqual({ address: '203.0.113.9', https: true });
  });

  it('does not take what the browser put at the front of the list', () => {
    const headers = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9, 10.0.0.5' };
    expect(clientOf('10.1.2.3', headers, proxies)).toEqual({ address: '203.0.113.9', https: false });
  });

  it('stops at what is no address', () => {
    expect(clientOf('10.1.2.3', { 'x-forwarded-for': '"><script>' }, proxies).address).toBe('10.1.2.3');
    expect(clientOf('10.1.2.3', {}, proxies).address).toBe('10.1.2.3');
  });
});
