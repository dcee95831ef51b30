import { describe, expect, it } from '@jest/globals';
import { crc32, gunzipSync } from 'node:zlib';
import { combineCrc, deflatePart, gzipOf, storedPart } from './gzip-parts.domain.js';

const long = (seed: string): string => `${seed} — هم‌خوان 𝔸 `.repeat(4_000);

describe('gzip parts', () => {
  it('joins parts into one valid gzip member', () => {
    const texts = ['{"pages":[', long('a'), ',', long('ب'), '', long('a'), ']}'];
    const joined = gzipOf(
      texts.map((text, index) => (index % 2 === 1 ? deflatePart(text) : storedPart(text))),
    );
    expect(gunzipSync(joined).toString('utf8')).toBe(texts.join(''));
  });

  it('stores a text of several blocks', () => {
    const text = long('stored');
    expect(gunzipSync(gzipOf([storedPart(text)])).toString('utf8')).toBe(text);
  });

  it('joins no parts into an empty text', () => {
    expect(gunzipSync(gzipOf([])).length).toBe(0);
  });

  it('compresses long texts', () => {
    const part = deflatePart(long('x'));
    expect(part.bytes.length).toBeLessThan(part.size / 10);
  });

  it.each([1, 2, 7, 255, 256, 65_536, 1_000_003])('combines checksums over %i bytes', (size) => {
    const first = Buffer.from('the first text');
    const second = Buffer.alloc(size, 'second ');
    expect(combineCrc(crc32(first), crc32(second), size)).toBe(crc32(Buffer.concat([first, second])));
  });
});
