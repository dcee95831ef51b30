import { describe, expect, it } from '@jest/globals';
import { ByteCache } from './byte-cache.js';

describe('byte cache', () => {
  it('lets go of what was used longest ago when it is full', () => {
    const cache = new ByteCache<string>(80);
    for (let n = 0; n < 8; n += 1) cache.set(`k${n}`, `v${n}`, 10);
    expect(cache.get('k0')).toBe('v0');
    cache.set('k8', 'v8', 10);
    expect(cache.get('k1')).toBeUndefined();
    expect(cache.get('k0')).toBe('v0');
    expect(cache.get('k8')).toBe('v8');
  });

  it('counts a value that is set again once', () => {
    const cache = new ByteCache<string>(80);
    for (let n = 0; n < 20; n += 1) cache.set('same', `v${n}`, 10);
    cache.set('other', 'x', 10);
    expect(cache.get('same')).toBe('v19');
  });

  it('keeps nothing that would drive out the rest', () => {
    const cache = new ByteCache<string>(80);
    cache.set('huge', 'x', 11);
    expect(cache.get('huge')).toBeUndefined();
  });
});
