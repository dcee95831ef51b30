import { describe, expect, it } from '@jest/globals';
import { readerRank } from '../pages/page.domain.js';
import { NORMAL_RANK } from '../work-queue/fair-claims.js';
import { COVER_RANK, imageRank, speechRank } from './task-rank.domain.js';

describe('the rank of a task', () => {
  it('puts covers before other images, and pages that a reader has open before covers', () => {
    expect(imageRank(0)).toBe(COVER_RANK);
    expect(COVER_RANK).toBeLessThan(NORMAL_RANK);
    expect(imageRank(1)).toBeGreaterThanOrEqual(NORMAL_RANK);
    expect(readerRank(6)).toBeLessThan(COVER_RANK);
  });

  it('puts requested speech of any page before speech that is made in advance', () => {
    expect(speechRank(5_000, true)).toBeLessThan(NORMAL_RANK);
    expect(speechRank(0, false)).toBe(NORMAL_RANK);
    expect(speechRank(3, true)).toBeLessThan(speechRank(4, true));
  });
});
