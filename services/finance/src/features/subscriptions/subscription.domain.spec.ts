import { describe, expect, it } from '@jest/globals';
import { remainingDays } from './subscription.domain.js';

const now = new Date('2026-01-01T12:00:00Z');

describe('remainingDays', () => {
  it.each([
    ['2026-01-01T12:00:01Z', 1],
    ['2026-01-02T12:00:00Z', 1],
    ['2026-01-02T12:00:01Z', 2],
    ['2026-01-31T12:00:00Z', 30],
    ['2025-12-31T12:00:00Z', 0],
  ])('until %s: %d', (end, days) => {
    expect(remainingDays(new Date(end), now)).toBe(days);
  });
});
