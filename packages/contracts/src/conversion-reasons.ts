import type { UiLanguage } from './languages.js';

/**
 * Why a document, or one page of it, could not be converted. A closed list: the status note of a document is the text of one
 * of these codes, never the message of a program (decision C01: `failed` or `skipped` with a reason that users understand).
 */
export const CONVERSION_REASONS = [
  'empty',
  'wrong_type',
  'encrypted',
  'drm_protected',
  'damaged',
  'too_large',
  'too_many_pages',
  'no_text',
  'already_persian',
  'page_too_large',
  'picture_damaged',
  'timed_out',
  'out_of_memory',
  'crashed',
  'ocr_unavailable',
] as const;
export type ConversionReason = (typeof CONVERSION_REASONS)[number];

type ReasonEntry = {
  /** The document status it ends in when it concerns the whole document (C01). */
  status: 'failed' | 'skipped';
  /** Whether a retry with the same file can succeed (a busy machine, a missing language file). */
  retryable: boolean;
  fa: string;
  en: string;
};

const reasons: Record<ConversionReason, ReasonEntry> = {
  empty: {
    status: 'skipped',
    retryable: false,
    fa: 'این فایل خالی است. احتمالاً بارگذاری یا ذخیره‌اش ناتمام مانده؛ فایل کامل را دوباره بارگذاری کنید.',
    en: 'This file is empty. It was probably not saved or uploaded completely; upload the whole file again.',
  },
  wrong_type: {
    status: 'failed',
    retryable: false,
    fa: 'محتوای این فایل PDF، EPUB یا DJVU نیست، هرچند شاید نامش چنین باشد. فایل اصلی کتاب یا مقاله را در یکی از این سه قالب بارگذاری کنید.',
    en: 'This file is not a PDF, EPUB or DJVU inside, whatever its name says. Upload the book or article in one of these three formats.',
  },
  encrypted: {
    status: 'failed',
    retryable: false,
    fa: 'این فایل رمز دارد و بدون رمز باز نمی‌شود. نسخه‌ای بدون رمز ذخیره کنید و همان را بارگذاری کنید.',
    en: 'This file is locked with a password. Save a copy without the password and upload that one.',
  },
  drm_protected: {
    status: 'failed',
    retryable: false,
    fa: 'این کتاب قفل نشر دیجیتال (DRM) دارد و متن آن خوانده نمی‌شود. نسخه‌ای بدون قفل بارگذاری کنید.',
    en: 'This book carries digital rights protection (DRM), so its text cannot be read. Upload a copy without protection.',
  },
  damaged: {
    status: 'failed',
    retryable: false,
    fa: 'این فایل خراب یا ناقص است و باز نمی‌شود. آن را از منبع اصلی دوباره دریافت و سپس بارگذاری کنید.',
    en: 'This file is damaged or incomplete and cannot be opened. Download it again from its source, then upload it.',
  },
  too_large: {
    status: 'failed',
    retryable: false,
    fa: 'حجم این فایل از {limit} مگابایت بیشتر است. فایل را کوچک‌تر یا چند بخش کنید و دوباره بارگذاری کنید.',
    en: 'This file is larger than {limit} MB. Make it smaller or split it, then upload it again.',
  },
  too_many_pages: {
    status: 'failed',
    retryable: false,
    fa: 'این فایل {pages} صفحه دارد، ولی بیشترین اندازهٔ پذیرفتنی {limit} صفحه است. آن را چند بخش کنید و هر بخش را جدا بارگذاری کنید.',
    en: 'This file has {pages} pages; the most that is accepted is {limit}. Split it and upload each part on its own.',
  },
  no_text: {
    status: 'skipped',
    retryable: false,
    fa: 'در این فایل متنی پیدا نشد؛ صفحه‌هایش سفیدند یا فقط تصویر دارند.',
    en: 'No text was found in this file; its pages are blank or hold pictures only.',
  },
  already_persian: {
    status: 'skipped',
    retryable: false,
    fa: 'متن این فایل خودش فارسی است و به ترجمه نیازی ندارد.',
    en: 'The text of this file is Persian already and needs no translation.',
  },
  page_too_large: {
    status: 'failed',
    retryable: false,
    fa: 'تصویر این صفحه بیش از اندازه بزرگ است و نمی‌شود آن را با اطمینان باز کرد. نسخه‌ای با وضوح کمتر بارگذاری کنید.',
    en: 'The picture on this page is far too large to be opened safely. Upload a copy with a lower resolution.',
  },
  picture_damaged: {
    status: 'failed',
    retryable: false,
    fa: 'تصویر این صفحه خراب یا ناقص است و باز نمی‌شود. این صفحه را دوباره امتحان کنید؛ اگر باز هم نشد، نسخهٔ سالمی از فایل را بارگذاری کنید.',
    en: 'The picture on this page is damaged or incomplete and cannot be opened. Try this page again; if it fails once more, upload an intact copy of the file.',
  },
  timed_out: {
    status: 'failed',
    retryable: true,
    fa: 'خواندن این فایل بیش از زمان مجاز طول کشید و متوقف شد. یک بار دیگر امتحان کنید؛ اگر باز هم نشد، فایل را ساده‌تر یا چند بخش کنید.',
    en: 'Reading this file took longer than allowed and was stopped. Try once more; if it fails again, simplify or split the file.',
  },
  out_of_memory: {
    status: 'failed',
    retryable: true,
    fa: 'خواندن این فایل حافظه‌ای بیش از اندازهٔ مجاز می‌خواهد و متوقف شد. تصویرهایش را کوچک‌تر یا فایل را چند بخش کنید و دوباره بارگذاری کنید.',
    en: 'Reading this file needs more memory than allowed and was stopped. Make its pictures smaller or split the file, then upload it again.',
  },
  crashed: {
    status: 'failed',
    retryable: true,
    fa: 'برنامهٔ خواندن فایل میانهٔ کار از کار افتاد. یک بار دیگر امتحان کنید؛ اگر باز هم نشد، فایل را با برنامهٔ دیگری از نو ذخیره و بارگذاری کنید.',
    en: 'The converter stopped before the end. Try again; if it fails once more, save the file with another program and upload that copy.',
  },
  ocr_unavailable: {
    status: 'failed',
    retryable: true,
    fa: 'این صفحه تصویر است و برای خواندن نوشته‌اش، دادهٔ تشخیص متنِ زبان «{language}» روی سرور نصب نیست. از گردانندهٔ سامانه بخواهید آن را نصب کند.',
    en: 'This page is a picture, and the text recognition data for the language “{language}” is not installed on the server. Ask the operator to install it.',
  },
};

export type ConversionReasonParams = Partial<Record<'limit' | 'pages' | 'language', string | number>>;

/** The text of a reason. Numbers have Latin digits; the interface formats them. */
export const conversionReasonText = (
  reason: ConversionReason,
  language: UiLanguage,
  params: ConversionReasonParams = {},
): string =>
  reasons[reason][language].replace(/\{(limit|pages|language)\}/g, (_, key: keyof ConversionReasonParams) =>
    String(params[key] ?? '–'),
  );

/** The status in which a document ends for this reason (C01). */
export const conversionReasonStatus = (reason: ConversionReason): 'failed' | 'skipped' =>
  reasons[reason].status;

/** Whether trying the same file again can help. */
export const isRetryableConversionReason = (reason: ConversionReason): boolean => reasons[reason].retryable;
