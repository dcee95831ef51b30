import { describe, expect, it } from '@jest/globals';
import { parseSExpressions } from './s-expression.js';

const parse = (text: string) => parseSExpressions(Buffer.from(text, 'latin1'));

describe('parseSExpressions', () => {
  it('reads lists, symbols, numbers and strings', () => {
    expect(parse('(page 0 0 10 20\n (word 1 2 3 4 "Docu"))')).toEqual([
      ['page', '0', '0', '10', '20', ['word', '1', '2', '3', '4', 'Docu']],
    ]);
  });

  it('reads UTF-8, octal escapes and character escapes', () => {
    expect(parse('"l\'Int\\303\\251rieur" "\\"a\\\\b\\tc\\nd"')).toEqual(["l'Intérieur", '"a\\b\tc\nd']);
    expect(parseSExpressions(Buffer.from('"café ש"'))).toEqual(['café ש']);
    expect(parse('"\\37"')).toEqual(['\u001f']);
  });

  it('closes lists and strings that are cut short, and ignores an unmatched parenthesis', () => {
    expect(parse('(a (b "c')).toEqual([['a', ['b', 'c']]]);
    expect(parse(') (a))')).toEqual([['a']]);
    expect(parse('"a\\')).toEqual(['a\\']);
  });

  it('rejects nesting beyond the limit', () => {
    expect(() => parse('('.repeat(100_000))).toThrow(RangeError);
  });
});
