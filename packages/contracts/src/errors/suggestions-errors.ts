import type { ErrorDefinition } from './error-definition.js';

export const SUGGESTIONS_ERRORS = {
  'SUGGESTIONS.CLOSED': {
    http: 409,
    retryable: false,
    fa: 'این پیشنهاد دیگر در انتظار بررسی نیست. صفحه را دوباره بارگذاری کنید.',
    en: 'this suggestion is no longer pending; reload the page',
  },
  'SUGGESTIONS.NOT_FOUND': {
    http: 404,
    retryable: false,
    fa: 'چنین پیشنهادی پیدا نشد.',
    en: 'suggestion not found',
  },
  'SUGGESTIONS.PENDING_EXISTS': {
    http: 409,
    retryable: false,
    fa: 'برای این متن پیشنهادی در انتظار دارید؛ همان را ویرایش کنید.',
    en: 'you have a pending suggestion for this text; edit that one',
  },
  'SUGGESTIONS.TOO_MANY': {
    http: 429,
    retryable: true,
    fa: 'پیشنهادهای زیادی فرستاده‌اید. کمی بعد دوباره امتحان کنید.',
    en: 'you have sent many suggestions; try again later',
  },
} as const satisfies Record<string, ErrorDefinition>;
