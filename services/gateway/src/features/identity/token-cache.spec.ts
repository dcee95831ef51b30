import { describe, expect, it } from '@jest/globals';
import { CACHE_MS, keyOfToken, TokenCache } from './token-cache.domain.js';

const ali = { userId: 'ali', header: 'signed-ali' };
const sara = { userId: 'sara', header: 'signed-sara' };

describe('TokenCache', () => {
  it('knows a token for half a minute', () => {
    const cache = new TokenCache();
    cache.remember('k', ali, 1_000);
    expect(cache.find('k', 1_000 + CACHE_MS - 1)).toMatchObject(ali);
    expect(cache.find('k', 1_000 + CACHE_MS)).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('forgets all tokens of a user and no others', () => {
    const cache = new TokenCache();
    cache.remember('a1', ali);
    cache.remember('a2', ali);
    cache.remember('s', sara);
    const before = cache.generation;
    cache.forgetUser('ali');
    expect([cache.find('a1'), cache.find('a2')]).toEqual([undefined, undefined]);
    expect(cache.find('s')).toMatchObject(sara);
    expect(cache.generation).toBeGreaterThan(before);
  });

  it('counts also forgetting someone it does not know, for an answer about them may be under way', () => {
    const cache = new TokenCache();
    const before = cache.generation;
    cache.forgetUser('ali');
    expect(cache.generation).toBeGreaterThan(before);
  });

  it('holds no more than it may, and drops the oldest first', () => {
    const cache = new TokenCache(2);
    cache.remember('1', ali);
    cache.remember('2', sara);
    cache.remember('3', ali);
    expect(cache.size).toBe(2);
    expect(cache.find('1')).toBeUndefined();
    expect(cache.find('3')).toMatchObject(ali);
    cache.forgetUser('ali');
    expect(cache.size).toBe(1);
  });

  it('holds no token, only what can be made of one', () => {
    expect(keyOfToken('secret')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(keyOfToken('secret')).not.toContain('secret');
  });
});
