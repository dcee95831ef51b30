import type { ErrorDefinition } from './error-definition.js';

export const MEDIA_ERRORS = {
  'MEDIA.DAMAGED': {
    http: 400,
    retryable: false,
    fa: 'این تصویر باز نمی‌شود؛ شاید فایلش خراب یا ناقص باشد. تصویر دیگری بفرستید.',
    en: 'this image can not be opened; its file may be damaged or incomplete: send another one',
  },
  'MEDIA.IN_SUGGESTION': {
    http: 400,
    retryable: false,
    fa: 'این فایل در پیشنهادی به کار رفته که در انتظار بررسی است. پس از پذیرفته شدن یا پس گرفتن آن پیشنهاد، فایل را می‌توان حذف کرد.',
    en: 'a pending suggestion uses this file; it can be removed once that suggestion is applied or withdrawn',
  },
  'MEDIA.IN_USE': {
    http: 400,
    retryable: false,
    fa: 'این فایل در یکی از صفحه‌ها به کار رفته است. ابتدا آن را از صفحه بردارید.',
    en: 'a page uses this file; take it off the page first',
  },
  'MEDIA.INVALID_TYPE': {
    http: 400,
    retryable: false,
    fa: 'این نوع فایل پذیرفته نیست. تصویر jpg، png، gif، bmp، webp یا svg، یا ویدیوی mp4، avi یا webm بفرستید.',
    en: 'this type of file is not accepted: send an image (jpg, png, gif, bmp, webp, svg) or a video (mp4, avi, webm)',
  },
  'MEDIA.NOT_FOUND': {
    http: 404,
    retryable: false,
    fa: 'چنین فایلی پیدا نشد.',
    en: 'file not found',
  },
  'MEDIA.TOO_LARGE': {
    http: 400,
    retryable: false,
    fa: 'حجم فایل بیش از اندازه است: تصویر حداکثر ۱۰ و ویدیو حداکثر ۱۰۰ مگابایت.',
    en: 'the file is too large: an image may have at most 10 MB, a video 100 MB',
  },
  'MEDIA.TOO_MANY': {
    http: 400,
    retryable: false,
    fa: 'تعداد فایل‌های این سند به حداکثر رسیده است. فایل‌های بی‌استفاده را حذف کنید.',
    en: 'this document has the maximum number of files; remove those that are not used',
  },
} as const satisfies Record<string, ErrorDefinition>;
