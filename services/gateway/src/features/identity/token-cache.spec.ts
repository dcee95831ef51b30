import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CACHE_MS, keyOfToken, TokenCache } from './token-cache.js';

const ali = { userId: 'ali', header: 'signed-ali' };
const sara = { userId: 'sara', header: 'signed-sara' };

afterEach(() => {
  jest.restoreAllMocks();
});

describe('TokenCache', () => {
  it('keeps a token for 30 seconds', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const cache = new TokenCache();
    cache.set('k', ali);
    clock.mockReturnValue(1_000 + CACHE_MS - 1);
    expect(cache.get('k')).toEqual(ali);
    clock.mockReturnValue(1_000 + CACHE_MS + 1);
    expect(cache.get('k')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('invalidates all tokens of a user and no others', () => {
    const cache = new TokenCache();
    cache.set('a1', ali);
    cache.set('a2', ali);
    cache.set('s', sara);
    const before = cache.generation;
    cache.invalidateUser('ali');
    expect([cache.get('a1'), cache.get('a2')]).toEqual([undefined, undefined]);
    expect(cache.get('s')).toEqual(sara);
    expect(cache.generation).toBeGreaterThan(before);
  });

  it('starts a new generation also for an unknown user, whose token may be about to resolve', () => {
    const cache = new TokenCache();
    const before = cache.generation;
    cache.invalidateUser('ali');
    expect(cache.generation).toBeGreaterThan(before);
  });

  it('drops the least recently used token when it is full', () => {
    const cache = new TokenCache(2);
    cache.set('1', ali);
    cache.set('2', sara);
    cache.set('3', ali);
    expect(cache.size).toBe(2);
    expect(cache.get('1')).toBeUndefined();
    expect(cache.get('3')).toEqual(ali);
    cache.invalidateUser('ali');
    expect(cache.size).toBe(1);
  });

  it('invalidates a token that was set twice', () => {
    const cache = new TokenCache();
    cache.set('a', ali);
    cache.set('a', { ...ali, header: 'signed-again' });
    cache.invalidateUser('ali');
    expect(cache.get('a')).toBeUndefined();
  });

  it('uses a hash of the token as key', () => {
    expect(keyOfToken('secret')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(keyOfToken('secret')).not.toContain('secret');
  });
});
