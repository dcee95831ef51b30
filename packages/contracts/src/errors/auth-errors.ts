import type { ErrorDefinition } from './error-definition.js';

export const AUTH_ERRORS = {
  'AUTH.ACCOUNT_LOCKED': {
    http: 429,
    retryable: true,
    fa: 'برای این حساب گذرواژهٔ نادرست بیش از حد وارد شده است. یک ساعت دیگر دوباره امتحان کنید، یا همین حالا با «فراموشی گذرواژه» گذرواژهٔ تازه بسازید.',
    en: 'too many failed logins for this account; try again in an hour, or set a new password with "Forgot password" now',
  },
  'AUTH.CAPTCHA_REQUIRED': {
    http: 400,
    retryable: false,
    fa: 'ابتدا نویسه‌های تصویر را وارد کنید.',
    en: 'enter the characters of the picture first',
  },
  'AUTH.IMPERSONATING': {
    http: 403,
    retryable: false,
    fa: 'به‌جای کاربر دیگری وارد شده‌اید؛ این کار را فقط خود او می‌تواند انجام دهد.',
    en: 'you are acting as another user; only they can do this',
  },
  'AUTH.INVALID_CREDENTIALS': {
    http: 401,
    retryable: false,
    fa: 'نام کاربری یا گذرواژه درست نیست.',
    en: 'invalid credentials',
  },
  'AUTH.LOGIN_REQUIRED': {
    http: 401,
    retryable: false,
    fa: 'برای این کار وارد حساب خود شوید.',
    en: 'please login',
  },
  'AUTH.NOT_IMPERSONATING': {
    http: 400,
    retryable: false,
    fa: 'با حساب خودتان وارد شده‌اید.',
    en: 'you are not acting as another user',
  },
  'AUTH.SECOND_FACTOR_MISSING': {
    http: 403,
    retryable: false,
    fa: 'برای این حساب ورود دومرحله‌ای لازم است. ابتدا آن را روشن کنید.',
    en: 'this account needs two-step sign-in; switch it on first',
  },
  'AUTH.SECOND_FACTOR_REQUIRED': {
    http: 403,
    retryable: false,
    fa: 'کد برنامهٔ رمزساز را هم وارد کنید.',
    en: 'enter the code of your authenticator app too',
  },
  'AUTH.SESSION_LIMIT': {
    http: 403,
    retryable: false,
    fa: 'بیش از سه نشست فعال دارید. برای ادامه یکی از آن‌ها را ببندید.',
    en: 'session limit reached: at most 3 active sessions; end one of them to continue',
  },
  'AUTH.SMS_NOT_SENT': {
    http: 503,
    retryable: true,
    fa: 'پیامک فرستاده نشد. چند لحظهٔ دیگر دوباره امتحان کنید.',
    en: 'the message could not be sent; try again in a moment',
  },
  'AUTH.TOO_MANY_CODES': {
    http: 429,
    retryable: true,
    fa: 'درخواست کد تأیید بیش از حد بود. کمی بعد دوباره امتحان کنید.',
    en: 'too many mobile verification requests; try again later',
  },
  'AUTH.TOO_MANY_LOGINS': {
    http: 429,
    retryable: true,
    fa: 'تعداد ورودهای ناموفق بیش از حد بود. چند دقیقهٔ دیگر دوباره امتحان کنید.',
    en: 'too many failed logins; try again in a few minutes',
  },
  'AUTH.TOO_MANY_REQUESTS': {
    http: 429,
    retryable: true,
    fa: 'تعداد درخواست‌ها بیش از حد بود. کمی بعد دوباره امتحان کنید.',
    en: 'too many requests; try again later',
  },
} as const satisfies Record<string, ErrorDefinition>;
