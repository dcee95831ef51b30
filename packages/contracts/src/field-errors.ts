import type { UiLanguage } from './languages.js';

type FieldErrorTexts = Readonly<Record<UiLanguage, string>>;

/**
 * Errors of a single field of a request. A schema names one of them instead of zod's message
 * (`z.string().min(6, 'PASSWORD_SHORT')`); `{name}` is a parameter. English texts from the specification
 * (accounts-and-library.txt §5) are verbatim.
 */
export const FIELD_ERRORS = {
  ALREADY_USED: {
    fa: 'این کد پیش‌تر استفاده شده است. کد تازه‌ای بگیرید.',
    en: 'this code was used already; ask for a new one',
  },
  AVATAR_DAMAGED: {
    fa: 'این تصویر باز نشد. تصویر دیگری انتخاب کنید.',
    en: 'this picture can not be opened; choose another one',
  },
  AVATAR_TOO_LARGE: {
    fa: 'حجم تصویر باید حداکثر {max} مگابایت باشد.',
    en: 'the picture may have at most {max} MB',
  },
  AVATAR_TOO_MANY_PIXELS: {
    fa: 'ابعاد تصویر بیش از اندازه بزرگ است.',
    en: 'the picture has too many pixels',
  },
  AVATAR_TYPE: {
    fa: 'تصویر باید JPEG، PNG یا WebP باشد.',
    en: 'the picture must be a JPEG, PNG or WebP file',
  },
  CATEGORY_REQUIRED: { fa: 'یکی از دسته‌ها را انتخاب کنید.', en: 'Category required' },
  CODE_WRONG: { fa: 'کد درست نیست یا مهلت آن گذشته است.', en: 'wrong verification code' },
  INVALID: { fa: 'این مقدار درست نیست.', en: 'this value is not valid' },
  MAX_LENGTH: { fa: 'حداکثر {max} نویسه بنویسید.', en: 'at most {max} characters' },
  MAX_VALUE: { fa: 'مقدار باید حداکثر {max} باشد.', en: 'must be at most {max}' },
  MIN_LENGTH: { fa: 'دست‌کم {min} نویسه بنویسید.', en: 'at least {min} characters' },
  MIN_VALUE: { fa: 'مقدار باید دست‌کم {min} باشد.', en: 'must be at least {min}' },
  MOBILE_INVALID: {
    fa: 'شمارهٔ موبایل را درست بنویسید؛ ۱۱ رقم که با ۰۹ آغاز می‌شود.',
    en: 'Insert a valid Mobile Number',
  },
  MOBILE_TAKEN: {
    fa: 'حسابی با این شمارهٔ موبایل هست.',
    en: 'there is an account with this mobile number already',
  },
  MOBILE_UNKNOWN: { fa: 'حسابی با این شمارهٔ موبایل پیدا نشد.', en: 'no account has this mobile number' },
  NOT_A_CHOICE: { fa: 'یکی از گزینه‌ها را انتخاب کنید.', en: 'choose one of the options' },
  NOTE_TEXT_REQUIRED: { fa: 'متن یادداشت را بنویسید.', en: 'Note text required' },
  PASSWORD_CHARACTERS: {
    fa: 'گذرواژه فقط از حروف انگلیسی، رقم و نشانه‌های رایج ساخته می‌شود.',
    en: 'password invalid characters',
  },
  PASSWORD_COMMON: {
    fa: 'این گذرواژه را خیلی‌ها به کار می‌برند و زود حدس زده می‌شود. گذرواژهٔ دیگری انتخاب کنید.',
    en: 'this password is used by many people and easy to guess; choose another one',
  },
  PASSWORD_HAS_NAME: {
    fa: 'شمارهٔ موبایل یا نام کاربری خود را در گذرواژه نیاورید.',
    en: 'the password must not contain your mobile number or your username',
  },
  PASSWORD_MISMATCH: { fa: 'تکرار گذرواژه با خود آن یکی نیست.', en: 'Password does not match' },
  PASSWORD_REQUIRED: { fa: 'گذرواژه را بنویسید.', en: 'Fields are required' },
  PASSWORD_SHORT: { fa: 'گذرواژه باید دست‌کم {min} نویسه باشد.', en: 'Fields must be at least {min}' },
  PASSWORD_WRONG: { fa: 'گذرواژهٔ فعلی درست نیست.', en: 'the current password is not right' },
  PICTURE_UNKNOWN: {
    fa: 'تصویر «{item}» از فایل‌های این سند نیست.',
    en: 'the picture of item {item} is not one of this document',
  },
  REQUIRED: { fa: 'این بخش را پر کنید.', en: 'This Field is Required' },
  SHELF_NAME_REQUIRED: { fa: 'نام قفسه را بنویسید.', en: 'Shelf name required' },
  TABLE_TOO_LARGE: {
    fa: 'جدول حداکثر {rows} سطر و {columns} ستون دارد.',
    en: 'a table has at most {rows} rows and {columns} columns',
  },
  UNKNOWN_FIELDS: { fa: 'این بخش‌ها شناخته نشد: {names}', en: 'unknown fields: {names}' },
} as const satisfies Record<string, FieldErrorTexts>;

export type FieldErrorCode = keyof typeof FIELD_ERRORS;
export type FieldError = {
  readonly code: FieldErrorCode;
  readonly params?: Readonly<Record<string, string | number>>;
};

export const isFieldErrorCode = (text: string): text is FieldErrorCode => Object.hasOwn(FIELD_ERRORS, text);

const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹';
const shown = (value: string | number, language: UiLanguage): string =>
  language === 'fa' && typeof value === 'number'
    ? String(value).replace(/\d/g, (digit) => PERSIAN_DIGITS.charAt(Number(digit)))
    : String(value);

/** The text of an error in the language of the interface. */
export const fieldErrorText = ({ code, params = {} }: FieldError, language: UiLanguage): string =>
  FIELD_ERRORS[code][language].replace(/\{(\w+)\}/g, (_, name: string) =>
    shown(params[name] ?? '', language),
  );
