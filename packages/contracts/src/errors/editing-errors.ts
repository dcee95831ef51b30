import type { ErrorDefinition } from './error-definition.js';

export const EDITING_ERRORS = {
  'EDITING.CONFLICT': {
    http: 409,
    retryable: false,
    fa: 'در این فاصله شخص دیگری این متن را تغییر داده است. متن شما حفظ شده است؛ آن را با متن تازه مقایسه کنید و دوباره ذخیره کنید.',
    en: 'someone else has changed this text in the meantime; your text is kept: compare it with the new one and save again',
  },
  'EDITING.NOT_READY': {
    http: 409,
    retryable: false,
    fa: 'این متن هنوز آماده نیست و نمی‌توان آن را ویرایش کرد. کمی بعد دوباره امتحان کنید.',
    en: 'this text is not ready yet and cannot be edited; try again later',
  },
  'EDITING.TOO_MANY': {
    http: 429,
    retryable: true,
    fa: 'در یک ساعت گذشته تغییرات زیادی ذخیره کرده‌اید. متن شما حفظ شده است؛ کمی بعد دوباره ذخیره کنید.',
    en: 'you have saved many changes within an hour; your text is kept: save it again a little later',
  },
} as const satisfies Record<string, ErrorDefinition>;
