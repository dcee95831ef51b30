import { describe, expect, it } from '@jest/globals';
import { isExhausted, rankOf, READER_WINDOW, retryDelayMs } from './page.domain.js';

describe('rankOf', () => {
  it('puts the first page of every document before the later pages of any', () => {
    expect(rankOf(0, 'extract', null)).toBeLessThan(rankOf(1, 'extract', null));
  });

  it('puts the window of the reader before everything, from the page they stand on', () => {
    const window = Array.from({ length: READER_WINDOW }, (_, i) => rankOf(40 + i, 'extract', 40));
    expect(Math.max(...window)).toBeLessThan(rankOf(0, 'extract', null));
    expect(window).toEqual([...window].sort((a, b) => a - b));
    expect(rankOf(39, 'extract', 40)).toBe(39);
    expect(rankOf(40 + READER_WINDOW, 'extract', 40)).toBe(40 + READER_WINDOW);
  });

  it('lets the drafts of the next pages go before the polish of this one', () => {
    expect(rankOf(2, 'translate1', null)).toBeLessThan(rankOf(0, 'translate2', null));
    expect(rankOf(0, 'translate2', null)).toBeLessThan(rankOf(4, 'translate1', null));
  });
});

describe('retries', () => {
  it('waits longer after each failure', () => {
    expect(retryDelayMs(2, 0)).toBe(2 * retryDelayMs(1, 0));
    expect(retryDelayMs(1, 1)).toBe(1.5 * retryDelayMs(1, 0));
  });

  it('gives up after three failures or five dead workers', () => {
    expect(isExhausted(2, 4)).toBe(false);
    expect(isExhausted(3, 0)).toBe(true);
    expect(isExhausted(0, 5)).toBe(true);
  });
});
