import type { ErrorDefinition } from './error-definition.js';

export const NOTES_ERRORS = {
  'NOTES.NOT_FOUND': {
    http: 404,
    retryable: false,
    fa: 'چنین یادداشتی پیدا نشد.',
    en: 'note not found',
  },
  'NOTES.TOO_MANY': {
    http: 400,
    retryable: false,
    fa: 'تعداد یادداشت‌ها یا برچسب‌های شما به حداکثر رسیده است. برای افزودن، یکی را حذف کنید.',
    en: 'you have the maximum number of notes or tags; delete one to add another',
  },
} as const satisfies Record<string, ErrorDefinition>;
