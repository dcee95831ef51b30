import { describe, expect, it } from '@jest/globals';
import { readPriceUnit, readSocialLinks } from './site.js';

describe('readSocialLinks', () => {
  it('parses the links of a build and ignores invalid entries', () => {
    expect(
      readSocialLinks('telegram=https://t.example/a, x=https://x.example/?a=b mastodon=https://m.example'),
    ).toEqual([
      { kind: 'telegram', href: 'https://t.example/a' },
      { kind: 'x', href: 'https://x.example/?a=b' },
    ]);
    expect(readSocialLinks('telegram=javascript:alert(1) x=http://x.example instagram=https://')).toEqual([]);
    expect(readSocialLinks(undefined)).toEqual([]);
  });
});

describe('readPriceUnit', () => {
  it('parses the currency names of a build [RDR-SHELL-02]', () => {
    expect(readPriceUnit('fa=ریال en=Rial', 'fa')).toBe('ریال');
    expect(readPriceUnit('fa=ریال en=Rial', 'en')).toBe('Rial');
    expect(readPriceUnit('fa=ریال', 'en')).toBeUndefined();
    expect(readPriceUnit(undefined, 'fa')).toBeUndefined();
  });
});
