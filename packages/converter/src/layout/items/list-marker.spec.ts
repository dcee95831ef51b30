import { describe, expect, it } from '@jest/globals';
import { readListMarker } from './list-marker.js';

describe('readListMarker', () => {
  it.each([
    ['• a bullet', 'bullet', 0, 'a bullet'],
    ['– ein Punkt', 'bullet', 0, 'ein Punkt'],
    ['1. erstens', 'number', 1, 'erstens'],
    ['12) twelfth', 'number', 12, 'twelfth'],
    ['(3) third', 'number', 3, 'third'],
    ['b) second', 'letter', 2, 'second'],
    ['iv) fourth', 'roman', 4, 'fourth'],
    ['в) третий', 'letter', 3, 'третий'],
    ['ב. שני', 'letter', 2, 'שני'],
    ['٢. ثانيا', 'number', 2, 'ثانيا'],
    ['أ- أولا', 'letter', 1, 'أولا'],
    ['三、第三', 'number', 3, '第三'],
    ['（十二）条', 'number', 12, '条'],
    ['②第二', 'number', 2, '第二'],
  ] as const)('reads %s', (text, kind, ordinal, rest) => {
    expect(readListMarker(text)).toMatchObject({ kind, ordinal, rest });
  });

  it.each([
    '3.14 is a number',
    'A sentence.',
    '*ALLOBJ authority',
    '-5 degrees',
    'Mr. Smith',
    '1990 was a year',
  ])('finds none in %s', (text) => {
    expect(readListMarker(text)).toBeNull();
  });
});
