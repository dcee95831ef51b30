import { describe, expect, it } from '@jest/globals';
import { byteRange } from './byte-range.domain.js';

describe('byteRange', () => {
  it.each([
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=10-19', { first: 10, last: 19 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['items=0-5', null],
    [undefined, null],
  ] as const)('answers %s', (header, range) => {
    expect(byteRange(header, 100)).toEqual(range);
  });
});
