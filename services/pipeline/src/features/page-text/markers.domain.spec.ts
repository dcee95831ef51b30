import { describe, expect, it } from '@jest/globals';
import { checkMarkers, tidyMarkers } from './markers.domain.js';

describe('checkMarkers', () => {
  const source = 'a ⟦1⟧ b ⟦2⟧c⟦/2⟧';
  it.each([
    ['⟦2⟧پ⟦/2⟧ و ⟦1⟧', true],
    ['⟦2⟧پ ⟦1⟧⟦/2⟧', true],
    ['⟦1⟧ پ', false],
    ['⟦1⟧ ⟦1⟧ ⟦2⟧پ⟦/2⟧', false],
    ['⟦1⟧ ⟦/2⟧پ⟦2⟧', false],
    ['⟦1⟧ ⟦2⟧ ⟦/2⟧', false],
    ['⟦1⟧ ⟦2⟧پ⟦/2⟧ ⟦3⟧', false],
    ['⟦1⟧ ⟦2⟧پ⟦/2⟧ ⟦x⟧', false],
  ])('%s → %s', (text, ok) => expect(checkMarkers(text, source).ok).toBe(ok));

  it('returns the numbers of missing markers', () => {
    expect(checkMarkers('پ', source).missing).toEqual([1, 2]);
  });
});

it('normalises markers with spaces and digits of another script', () => {
  expect(tidyMarkers('⟦ ۱ ⟧ و ⟦ / ٢⟧')).toBe('⟦1⟧ و ⟦/2⟧');
});
