import { describe, expect, it } from '@jest/globals';
import { parsePageSelection, rangesWithin } from './page-selection.js';

describe('parsePageSelection', () => {
  it.each([
    ['3', [{ from: 3, to: 3 }]],
    ['1-20', [{ from: 1, to: 20 }]],
    ['20-', [{ from: 20, to: undefined }]],
    [
      '1-5, 8',
      [
        { from: 1, to: 5 },
        { from: 8, to: 8 },
      ],
    ],
  ])('reads %s', (text, expected) => {
    expect(parsePageSelection(text)).toEqual(expected);
  });

  it.each(['', '0', '5-3', '-4', 'one', '1,,2', '1-2-3', '1.5'])('rejects “%s”', (text) => {
    expect(() => parsePageSelection(text)).toThrow('--pages');
  });
});

describe('rangesWithin', () => {
  it('selects all pages by default', () => {
    expect(rangesWithin(null, 12)).toEqual([{ from: 0, to: 11 }]);
  });

  it('orders ranges, merges those that overlap or touch, and ends at the last page', () => {
    expect(rangesWithin(parsePageSelection('8-,2-3,4,3-5'), 10)).toEqual([
      { from: 1, to: 4 },
      { from: 7, to: 9 },
    ]);
  });

  it('rejects a range that begins past the last page', () => {
    expect(() => rangesWithin(parsePageSelection('1,13'), 12)).toThrow(
      'has 12 pages, so there is no page 13',
    );
  });
});
