import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isAddressExpired, safeImage } from './image-address.js';

afterEach(() => void jest.useRealTimers());

describe('image addresses', () => {
  it('are on this site only', () => {
    expect(safeImage('/api/document/image/k/a.png?e=1&s=x')).toBe('/api/document/image/k/a.png?e=1&s=x');
    for (const src of [
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      'https://evil.example/x.png',
      '//evil.example/x.png',
      '/\\evil.example/x.png',
      'blob:http://localhost/1',
      '',
      null,
    ]) {
      expect([src, safeImage(src)]).toEqual([src, null]);
    }
  });

  it('expire shortly before their signatures', () => {
    jest.useFakeTimers({ now: 1_000_000_000 });
    expect(isAddressExpired('/x.png?e=999999&s=a')).toBe(true);
    expect(isAddressExpired('/x.png?e=1000010&s=a')).toBe(true);
    expect(isAddressExpired('/x.png?s=a&e=1000060')).toBe(false);
    expect(isAddressExpired('/x.png')).toBe(false);
  });
});
