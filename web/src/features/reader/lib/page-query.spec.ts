import { describe, expect, it } from '@jest/globals';
import { pageInAddress, clampPage, withPage } from './page-query.js';

describe('the page in an address', () => {
  const asked = (query: string) => pageInAddress(new URLSearchParams(query));
  it('is `p`, or `page` without `p` [ACC-READER-02]', () => {
    expect([asked('p=3'), asked('page=3'), asked('page=5&p=3'), asked('p=x&page=4')]).toEqual([3, 3, 3, 4]);
    expect([asked(''), asked('p='), asked('p=1.5'), asked('p=1e3')]).toEqual([null, null, null, null]);
    expect(asked('p=۱۲')).toBe(12);
  });

  it('is limited to the page count [RDR-PAGINATION-03]', () => {
    expect([clampPage(0, 9), clampPage(-3, 9), clampPage(9999, 9), clampPage(4, 9)]).toEqual([1, 1, 9, 4]);
    expect(clampPage(40, 0)).toBe(40);
  });

  it('is written as `p` only', () => {
    expect(withPage(new URLSearchParams('page=2&x=1'), 3).toString()).toBe('x=1&p=3');
  });
});
