import { describe, expect, it } from '@jest/globals';
import { attachment, originalFileName } from './original-name.domain.js';

describe('originalFileName', () => {
  it.each([
    ['The Lighthouse', 'The Lighthouse.pdf'],
    ['کتاب‌های «فانوس»', 'کتاب‌های «فانوس».pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['C:\\Windows\\"x"', 'C Windows x.pdf'],
    ['a\r\nSet-Cookie: x=1\u0000', 'a Set-Cookie x=1.pdf'],
    ['book\u202efdp.exe', 'book fdp.exe.pdf'],
    ['\u2067\u200f\u061c.hidden.', 'hidden.pdf'],
    ['a\u2028b\u2029c\u0085d', 'a b c d.pdf'],
    ['Report.PDF', 'Report.pdf'],
    ['half \ud800 a pair', 'half a pair.pdf'],
    ['e\u0301tude', 'étude.pdf'],
    ['  spaces \t here  ', 'spaces here.pdf'],
    ['', 'document.pdf'],
    ['\u202e//..', 'document.pdf'],
    ['\u200c', 'document.pdf'],
  ])('makes of %j the name %j', (title, name) => {
    expect(originalFileName(title, 'pdf')).toBe(name);
  });

  it('has the extension of the kind', () => {
    expect(originalFileName('x.pdf', 'epub')).toBe('x.pdf.epub');
    expect(originalFileName('x', 'djvu')).toBe('x.djvu');
  });

  it.each(['x', 'ف', '本', '👨‍👩‍👧', `a${'\u0301'.repeat(30)}`])(
    'is never too long for a folder: many %s',
    (letter) => {
      const name = originalFileName(letter.repeat(100_000), 'epub');
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(Buffer.byteLength(name)).toBeGreaterThan(130);
      expect(letter.normalize('NFC').repeat(200).startsWith(name.slice(0, -'.epub'.length))).toBe(true);
      expect(name.endsWith('.epub')).toBe(true);
    },
  );
});

describe('attachment', () => {
  const partsOf = (header: string) => {
    const [, plain = '', whole = ''] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''([!#$&+\-.^_`|~\w%]*)$/.exec(header) ?? [];
    return [plain, decodeURIComponent(whole)];
  };

  it.each([
    ['The Lighthouse.pdf', 'The Lighthouse.pdf'],
    ["it's (not) a * star.pdf", "it's (not) a * star.pdf"],
    ['فانوس دریایی.pdf', 'document.pdf'],
    ['100%41.epub', 'document.epub'],
    ['a"b\\c.djvu', 'document.djvu'],
    ['naïve; x=y.pdf', 'document.pdf'],
  ])('names %s in full, and as %s for old clients', (name, plain) => {
    expect(partsOf(attachment(name))).toEqual([plain, name]);
  });
});
