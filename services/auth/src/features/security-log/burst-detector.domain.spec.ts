import { describe, expect, it } from '@jest/globals';
import { BurstDetector } from './burst-detector.domain.js';

const START = 1_000_000;

describe('BurstDetector', () => {
  it('reports once when a subject reaches the threshold within a minute', () => {
    const bursts = new BurstDetector(3);
    const reports = [1, 2, 3, 4, 5].map((after) => bursts.isBurst('a', 1, START + after));
    expect(reports).toEqual([false, false, true, false, false]);
  });

  it('counts each subject separately and starts again after a minute', () => {
    const bursts = new BurstDetector(3);
    expect(bursts.isBurst('a', 2, START)).toBe(false);
    expect(bursts.isBurst('b', 2, START)).toBe(false);
    expect(bursts.isBurst('a', 2, START + 60_000)).toBe(false);
    expect(bursts.isBurst('a', 1, START + 60_001)).toBe(true);
  });

  it('counts an entry that stands for several events', () => {
    expect(new BurstDetector(50).isBurst('a', 100, START)).toBe(true);
  });
});
