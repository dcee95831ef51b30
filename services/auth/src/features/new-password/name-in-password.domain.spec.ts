import { describe, expect, it } from '@jest/globals';
import { hasNameInside } from './name-in-password.domain.js';

describe('hasNameInside', () => {
  it.each([
    ['09121234567', '09121234567', true],
    ['+989121234567', '09121234567', true],
    ['my9121234567!', '09121234567', true],
    ['Ali.Reza99', 'ali.reza', true],
    ['sara2024x', 'sara@example.com', true],
    ['example-x', 'sara@example.com', false],
    ['california', 'ali', false],
    ['correct-horse-9', '09121234567', false],
  ])('finds in %s a name of %s: %s', (password, identifier, expected) => {
    expect(hasNameInside(password, [identifier])).toBe(expected);
  });

  it('finds any of several names', () => {
    expect(hasNameInside('reza-99', ['09121234567', 'reza'])).toBe(true);
  });
});
