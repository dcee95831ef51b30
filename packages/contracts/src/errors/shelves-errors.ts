import type { ErrorDefinition } from './error-definition.js';

export const SHELVES_ERRORS = {
  'SHELVES.GENERAL_SHELF': {
    http: 403,
    retryable: false,
    fa: 'قفسهٔ عمومی را نمی‌توان تغییر داد یا حذف کرد.',
    en: 'the general shelf cannot be changed or removed',
  },
  'SHELVES.NAME_TAKEN': {
    http: 400,
    retryable: false,
    fa: 'قفسه‌ای با این نام دارید. نام دیگری انتخاب کنید.',
    en: 'you already have a shelf with this name; choose another name',
  },
  'SHELVES.NOT_FOUND': {
    http: 404,
    retryable: false,
    fa: 'چنین قفسه‌ای پیدا نشد.',
    en: 'shelf not found',
  },
  'SHELVES.OWN_SHELF': {
    http: 400,
    retryable: false,
    fa: 'این قفسه مال خود شماست و نیازی به دنبال کردن آن نیست.',
    en: 'this shelf is your own, so you cannot subscribe to it',
  },
  'SHELVES.TOO_MANY': {
    http: 400,
    retryable: false,
    fa: 'تعداد قفسه‌های شما به حداکثر رسیده است. برای افزودن، یکی را حذف کنید.',
    en: 'you have the maximum number of shelves; remove one to add another',
  },
  'SHELVES.UNKNOWN_TAG': {
    http: 400,
    retryable: false,
    fa: 'یکی از دسته‌ها در فهرست نیست. از فهرست انتخاب کنید.',
    en: 'one of the categories does not exist; choose from the list',
  },
} as const satisfies Record<string, ErrorDefinition>;
