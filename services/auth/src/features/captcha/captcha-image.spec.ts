import { describe, expect, it } from '@jest/globals';
import { drawCaptcha } from './captcha-image.js';
import { CAPTCHA_STROKES } from './captcha-strokes.js';
import { CAPTCHA_ALPHABET } from './captcha-text.domain.js';

describe('drawCaptcha', () => {
  it('draws a JPEG that differs each time', () => {
    const [one, other] = [drawCaptcha('23456'), drawCaptcha('23456')];
    expect(one.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(one.equals(other)).toBe(false);
    expect(one.length).toBeLessThan(40_000);
  });

  it('has strokes for exactly the characters of the alphabet', () => {
    expect(Object.keys(CAPTCHA_STROKES).sort()).toEqual([...CAPTCHA_ALPHABET].sort());
  });
});
