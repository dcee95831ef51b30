import { describe, expect, it } from '@jest/globals';
import { CAPTCHA_ALPHABET, isCaptchaText, newCaptchaText } from './captcha-text.domain.js';

describe('the text of a captcha', () => {
  it('is five characters of the alphabet, another one each time', () => {
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
  ])('is read from %j: %s', (typed, is) => {
    expect(isCaptchaText('2K7RX', typed)).toBe(is);
  });
});
