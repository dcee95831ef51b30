import { describe, expect, it } from '@jest/globals';
import { isMobile, typedMobile } from './mobile.js';

describe('typedMobile', () => {
  it.each([
    ['0912000000a', '0912000000', '[ACC-REGISTER-14]'],
    ['۰۹۱۲ ۰۰۰ ٠٠٠1', '09120000001', '[ACC-REGISTER-15]'],
    ['+98 912 000 0001', '09120000001', ''],
  ])('reads %s as %s %s', (text, mobile) => {
    expect(typedMobile(text)).toBe(mobile);
  });

  it.each([
    ['09120000001', true],
    ['0812345678', false],
    ['091200000012', false],
    ['', false],
  ])('%s is a mobile: %s [ACC-REGISTER-13]', (text, is) => {
    expect(isMobile(text)).toBe(is);
  });
});
