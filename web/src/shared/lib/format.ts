import type { UiLanguage } from '@hamkhan/contracts/languages';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { priceUnit } from './site.js';

const LOCALES: Record<UiLanguage, string> = { fa: 'fa-IR', en: 'en-US' };
const UNITS: Record<UiLanguage, readonly string[]> = {
  fa: ['بایت', 'کیلوبایت', 'مگابایت', 'گیگابایت'],
  en: ['B', 'KB', 'MB', 'GB'],
};

const cached = <A extends readonly unknown[], T>(make: (...args: A) => T) => {
  const known = new Map<string, T>();
  return (...args: A): T => {
    const key = JSON.stringify(args);
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(...args);
    known.set(key, made);
    return made;
  };
};

const numberFormat = cached(
  (language: UiLanguage, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(LOCALES[language], options),
);
const dateFormat = cached(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** A number with the digits and separators of the language: ۱۲۵٬۰۰۰ or 125,000. */
export const formatNumber = (value: number, language: UiLanguage): string =>
  numberFormat(language, {}).format(value);

/** A share from 0 to 1 as a whole percentage: ۴۶٪ or 46%. */
export const formatPercent = (share: number, language: UiLanguage): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** Replaces the Latin digits in a text by those of the language. */
export const formatDigits = (text: string | number, language: UiLanguage): string =>
  language === 'fa'
    ? String(text).replace(/[0-9]/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)))
    : String(text);

const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' };

/** A date: Jalali in Persian, Gregorian in English. An invalid date gives ''. */
export const formatDate = (date: string | number | Date, language: UiLanguage): string => {
  const day = new Date(date);
  return Number.isNaN(day.getTime()) ? '' : dateFormat(LOCALES[language], DAY).format(day);
};

/** A date and time in the user's time zone: «۱ فروردین ۱۴۰۴، ۱۴:۰۵» or 'March 21, 2025, 14:05'. */
export const formatMoment = (date: string | number | Date, language: UiLanguage): string => {
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime())) return '';
  const time = dateFormat(LOCALES[language], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return [formatDate(moment, language), time.format(moment)].join(language === 'fa' ? '، ' : ', ');
};

/** The year of a date: ۱۴۰۵ or 2026. */
export const formatYear = (date: Date, language: UiLanguage): string =>
  dateFormat(LOCALES[language], { year: 'numeric' }).format(date);

/** The Gregorian date, for the tooltip of a Jalali date. */
export const formatGregorian = (date: string | number | Date): string => {
  const day = new Date(date);
  return Number.isNaN(day.getTime()) ? '' : dateFormat('en-GB', DAY).format(day);
};

/**
 * A size in B, KB, MB or GB, base 1024, with two decimals (ACC-SHELL-35): 1536 is '1.50 KB' or «۱٫۵۰ کیلوبایت».
 * Whole bytes have no decimals.
 */
export const formatFileSize = (bytes: number, language: UiLanguage): string => {
  const units = UNITS[language];
  let size = Math.max(0, bytes);
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const decimals = unit === 0 ? 0 : 2;
  const number = numberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return `${number.format(size)} ${units[unit] ?? ''}`;
};

/** The formatters in the language of the screen. */
export const useFormat = () => {
  const { i18n, t } = useTranslation();
  const language: UiLanguage = i18n.language === 'en' ? 'en' : 'fa';
  return useMemo(
    () => ({
      language,
      number: (value: number) => formatNumber(value, language),
      /** Whole units with thousands separators and their name: «۱۰۰٬۰۰۰ تومان» (RDR-SHELL-02). */
      price: (amount: number) => `${formatNumber(amount, language)} ${priceUnit(language) ?? t('priceUnit')}`,
      percent: (share: number) => formatPercent(share, language),
      digits: (text: string | number) => formatDigits(text, language),
      date: (date: string | number | Date) => formatDate(date, language),
      moment: (date: string | number | Date) => formatMoment(date, language),
      year: (date: Date) => formatYear(date, language),
      fileSize: (bytes: number) => formatFileSize(bytes, language),
    }),
    [language, t],
  );
};
