import { describe, expect, it } from '@jest/globals';
import {
  formatDate,
  formatDigits,
  formatFileSize,
  formatGregorian,
  formatMoment,
  formatNumber,
  formatPercent,
  formatYear,
} from './format.js';

describe('format', () => {
  it('shows sizes in B, KB, MB and GB with two decimals, base 1024 [ACC-SHELL-35]', () => {
    expect(formatFileSize(1536, 'en')).toBe('1.50 KB');
    expect(formatFileSize(1_048_576, 'en')).toBe('1.00 MB');
    expect(formatFileSize(3 * 1024 ** 3 + 1024 ** 3 / 4, 'en')).toBe('3.25 GB');
    expect(formatFileSize(5 * 1024 ** 4, 'en')).toBe('5,120.00 GB');
    expect(formatFileSize(512, 'en')).toBe('512 B');
    expect(formatFileSize(1536, 'fa')).toBe('۱٫۵۰ کیلوبایت');
  });

  it('separates thousands as the language does', () => {
    expect(formatNumber(125_000, 'en')).toBe('125,000');
    expect(formatNumber(125_000, 'fa')).toBe('۱۲۵٬۰۰۰');
    expect(formatNumber(8.03, 'fa')).toBe('۸٫۰۳');
  });

  it('formats whole percentages', () => {
    expect(formatPercent(0.456, 'en')).toBe('46%');
    expect(formatPercent(0.456, 'fa')).toContain('۴۶');
  });

  it('replaces digits in a text by Persian ones', () => {
    expect(formatDigits('صفحهٔ 12', 'fa')).toBe('صفحهٔ ۱۲');
    expect(formatDigits('page 12', 'en')).toBe('page 12');
  });

  it('formats Jalali dates in Persian and Gregorian ones in English, and an invalid date as nothing', () => {
    const spring = new Date(2025, 2, 21, 12);
    expect(formatDate(spring, 'fa')).toBe('۱ فروردین ۱۴۰۴');
    expect(formatDate(spring, 'en')).toBe('March 21, 2025');
    expect(formatGregorian(spring)).toBe('21 March 2025');
    expect(formatYear(spring, 'fa')).toBe('۱۴۰۴');
    expect(formatYear(spring, 'en')).toBe('2025');
    expect(formatMoment(new Date(2025, 2, 21, 14, 5), 'fa')).toBe('۱ فروردین ۱۴۰۴، ۱۴:۰۵');
    expect(formatMoment(new Date(2025, 2, 21, 0, 5), 'en')).toBe('March 21, 2025, 00:05');
    expect(formatMoment('never', 'fa')).toBe('');
    expect(formatDate('never', 'fa')).toBe('');
  });
});
