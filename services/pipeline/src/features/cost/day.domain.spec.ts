import { describe, expect, it } from '@jest/globals';
import { dayOf } from './day.domain.js';

describe('dayOf', () => {
  it('changes at midnight in Tehran', () => {
    expect(dayOf(new Date('2026-03-20T20:29:59Z'))).toBe('2026-03-20');
    expect(dayOf(new Date('2026-03-20T20:30:00Z'))).toBe('2026-03-21');
  });
});
