import type { ErrorDefinition } from './error-definition.js';

export const COMMON_ERRORS = {
  'COMMON.CONFLICT': {
    http: 409,
    retryable: false,
    fa: 'این مورد در همین فاصله تغییر کرده است. صفحه را دوباره بارگذاری و باز امتحان کنید.',
    en: 'this has changed in the meantime; reload and try again',
  },
  'COMMON.CSRF': {
    http: 403,
    retryable: false,
    fa: 'اعتبار امنیتی صفحه تمام شده است. صفحه را دوباره بارگذاری کنید.',
    en: 'the security token of the page has expired; reload the page',
  },
  'COMMON.FORBIDDEN': {
    http: 403,
    retryable: false,
    fa: 'اجازهٔ این کار را ندارید.',
    en: 'you are not allowed to do this',
  },
  'COMMON.INTERNAL': {
    http: 500,
    retryable: false,
    fa: 'خطایی در سرور رخ داد. اگر تکرار شد، شناسهٔ خطا را به پشتیبانی بدهید.',
    en: 'SERVER_ERROR_PLEASE_CONTACT_SUPPORT',
  },
  'COMMON.NOT_FOUND': {
    http: 404,
    retryable: false,
    fa: 'چنین چیزی پیدا نشد.',
    en: 'not found',
  },
  'COMMON.PAYLOAD_TOO_LARGE': {
    http: 413,
    retryable: false,
    fa: 'حجم درخواست بیش از حد مجاز است. متن کوتاه‌تر یا فایل کوچک‌تری بفرستید.',
    en: 'the request is too large; send a shorter text or a smaller file',
  },
  'COMMON.REQUEST_TIMEOUT': {
    http: 408,
    retryable: true,
    fa: 'درخواست شما به‌موقع و کامل به ما نرسید. اتصال اینترنت را بررسی کنید و دوباره امتحان کنید.',
    en: 'the request did not arrive in time; check your connection and try again',
  },
  'COMMON.TOO_MANY_EVENT_STREAMS': {
    http: 429,
    retryable: true,
    fa: 'صفحه‌های زیادی هم‌زمان باز است. برای به‌روزرسانی زنده، چند صفحه را ببندید.',
    en: 'too many pages are open at the same time; close some of them to get live updates',
  },
  'COMMON.TOO_MANY_OPEN_REQUESTS': {
    http: 429,
    retryable: true,
    fa: 'درخواست‌های هم‌زمان بیش از حد است. چند لحظهٔ دیگر دوباره امتحان کنید.',
    en: 'too many requests at the same time; try again in a moment',
  },
  'COMMON.UNAVAILABLE': {
    http: 503,
    retryable: true,
    fa: 'این بخش اکنون در دسترس نیست. چند لحظهٔ دیگر دوباره امتحان کنید.',
    en: 'this service is unavailable right now; try again in a moment',
  },
  'COMMON.VALIDATION_FAILED': {
    http: 400,
    retryable: false,
    fa: 'یکی از مقدارها درست نیست. آن را اصلاح کنید.',
    en: 'one of the values is not valid; correct it and try again',
  },
} as const satisfies Record<string, ErrorDefinition>;
