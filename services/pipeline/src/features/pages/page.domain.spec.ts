import { describe, expect, it } from '@jest/globals';
import { holdMs, isAwaitedRank, isExhausted, rankOf, READER_WINDOW, retryDelayMs } from './page.domain.js';

describe('rankOf', () => {
  it('puts the first page of every document before the later pages of any', () => {
    expect(rankOf(0, 'extract', null)).toBeLessThan(rankOf(1, 'extract', null));
  });

  it("puts the reader's window before all other pages", () => {
    const window = Array.from({ length: READER_WINDOW }, (_, i) => rankOf(40 + i, 'translate1', 40));
    expect(Math.max(...window)).toBeLessThan(rankOf(0, 'extract', null));
    expect(window).toEqual([...window].sort((a, b) => a - b));
    expect(rankOf(39, 'extract', 40)).toBe(39);
    expect(rankOf(40 + READER_WINDOW, 'translate1', 40)).toBe(40 + READER_WINDOW);
  });

  it('includes one more page in the window for extraction, because a paragraph may continue there', () => {
    expect(rankOf(40 + READER_WINDOW, 'extract', 40)).toBeLessThan(rankOf(0, 'extract', null));
    expect(rankOf(41 + READER_WINDOW, 'extract', 40)).toBe(41 + READER_WINDOW);
  });

  it('puts the drafts of the next pages before level 2', () => {
    expect(rankOf(2, 'translate1', null)).toBeLessThan(rankOf(0, 'translate2', null));
    expect(rankOf(0, 'translate2', null)).toBeLessThan(rankOf(4, 'translate1', null));
  });
});

describe('isAwaitedRank', () => {
  it("is true for the first page and the reader's window", () => {
    expect(isAwaitedRank(rankOf(0, 'extract', null))).toBe(true);
    expect(isAwaitedRank(rankOf(44, 'extract', 40))).toBe(true);
    expect(isAwaitedRank(rankOf(1, 'extract', null))).toBe(false);
    expect(isAwaitedRank(rankOf(41 + READER_WINDOW, 'extract', 40))).toBe(false);
  });
});

describe('holdMs', () => {
  const now = new Date(1_000_000);
  const ago = (ms: number) => new Date(now.getTime() - ms);

  it('grows from 100 ms to a second', () => {
    expect(holdMs(3, null, now)).toBe(100);
    expect(holdMs(3, ago(400), now)).toBe(400);
    expect(holdMs(3, ago(20_000), now)).toBe(1_000);
  });

  it('ends after a minute, or after three seconds if a reader waits', () => {
    expect(holdMs(3, ago(60_000), now)).toBeNull();
    expect(holdMs(-1_000_000, ago(2_900), now)).toBe(1_000);
    expect(holdMs(-1_000_000, ago(3_000), now)).toBeNull();
  });
});

describe('retries', () => {
  it('waits longer after each failure', () => {
    expect(retryDelayMs(2, 0)).toBe(2 * retryDelayMs(1, 0));
    expect(retryDelayMs(1, 1)).toBe(1.5 * retryDelayMs(1, 0));
  });

  it('ends after three failures or five crashed workers', () => {
    expect(isExhausted(2, 4)).toBe(false);
    expect(isExhausted(3, 0)).toBe(true);
    expect(isExhausted(0, 5)).toBe(true);
  });
});
