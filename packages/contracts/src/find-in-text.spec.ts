import { describe, expect, it } from '@jest/globals';
import { findInText, findPattern } from './find-in-text.js';

const found = (text: string, query: string): string[] => {
  const pattern = findPattern(query);
  return pattern === null ? [] : findInText(text, pattern).map(({ start, end }) => text.slice(start, end));
};

describe('finding a query in a text', () => {
  it('finds words whatever their case, letters, marks or digits', () => {
    expect(found('The Woods, the woods', 'WOODS')).toEqual(['Woods', 'woods']);
    expect(found('كتاب‌هاي قَديمی', 'کتاب‌های')).toEqual(['كتاب‌هاي']);
    expect(found('كتاب‌هاي قَديمی', 'قدیمی')).toEqual(['قَديمی']);
    expect(found('سال ۱۴۰۵', '1405')).toEqual(['۱۴۰۵']);
    expect(found('ﬁnal', 'final')).toEqual(['ﬁnal']);
  });

  it('finds a Persian compound with a half-space, a space or nothing in it', () => {
    for (const query of ['می‌خواهم', 'می خواهم', 'میخواهم']) {
      for (const text of ['می‌خواهم', 'می خواهم', 'میخواهم']) expect(found(text, query)).toEqual([text]);
    }
  });

  it('does not run words of other scripts together', () => {
    expect(found('put the nail in', 'then')).toEqual([]);
    expect(found('form at once', 'format')).toEqual([]);
    expect(found('one  two', 'one two')).toEqual(['one  two']);
  });

  it('finds nothing for fewer than three letters [RDR-SEARCHDOC-04]', () => {
    expect(findPattern('ab')).toBeNull();
    expect(findPattern(' a  b ')).toBeNull();
    expect(findPattern('کت')).toBeNull();
    expect(found('abc', 'abc')).toEqual(['abc']);
  });

  it('takes signs for themselves', () => {
    expect(found('a.*b (c) [d] $e', '.*b (c)')).toEqual(['.*b (c)']);
    expect(found('aXXb', 'a.*b')).toEqual([]);
    expect(found('an A-1 form', 'a-1')).toEqual(['A-1']);
  });

  it('comes to an end on a text where trying every way of reading it would not', () => {
    expect(found('ا '.repeat(3_000), `${'ا'.repeat(200)}ب`)).toEqual([]);
  });
});
