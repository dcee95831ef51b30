import { describe, expect, it } from '@jest/globals';
import { CAPTCHA_ALPHABET, isCaptchaText, newCaptchaText } from './captcha-text.domain.js';

describe('the text of a captcha', () => {
  it('has five random characters of the alphabet', () => {
    const texts = Array.from({ length: 200 }, newCaptchaText);
    for (const text of texts) expect(text).toMatch(new RegExp(`^[${CAPTCHA_ALPHABET}]{5}$`));
    expect(new Set(texts).size).toBeGreaterThan(195);
  });

  it.each([
    ['2K7RX', true],
    [' 2k7 rx ', true],
    ['۲k۷rx', true],
    ['2K7R', false],
    ['2K7RXX', false],
    ['', false],
  ])('matches %j: %s', (typed, is) => {
    expect(isCaptchaText('2K7RX', typed)).toBe(is);
  });
});
