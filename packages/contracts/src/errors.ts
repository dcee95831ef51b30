/** What an error code means at the edge: its HTTP status, whether a retry may help, and what a person reads. */
export type ErrorDefinition = {
  readonly http: number;
  readonly retryable: boolean;
  readonly fa: string;
  readonly en: string;
};

/**
 * Every error of the product, in alphabetical order. The body a client gets is shaped per area (decisions.md G24) by the
 * platform's error filter; the text comes from here in the language of `Accept-Language`.
 * Texts given by the specification stand word for word in English.
 */
export const ERRORS = {
  'AUTH.CAPTCHA_REQUIRED': {
    http: 400,
    retryable: false,
    fa: 'پیش از این کار نویسه‌های تصویر را بنویسید.',
    en: 'type the characters of the picture first',
  },
  'AUTH.IMPERSONATING': {
    http: 403,
    retryable: false,
    fa: 'به جای کاربر دیگری وارد شده‌اید؛ این کار فقط از خود او برمی‌آید.',
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
    en: 'you are not acting as anybody else',
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
    fa: 'کد تأیید چند بار پشت سر هم خواسته شده است. کمی بعد دوباره امتحان کنید.',
    en: 'too many mobile verification requests; try again later',
  },
  'AUTH.TOO_MANY_LOGINS': {
    http: 429,
    retryable: true,
    fa: 'ورودهای ناموفق زیاد بود. چند دقیقهٔ دیگر دوباره امتحان کنید.',
    en: 'too many failed logins; try again in a few minutes',
  },
  'AUTH.TOO_MANY_REQUESTS': {
    http: 429,
    retryable: true,
    fa: 'درخواست‌ها زیاد بود. کمی بعد دوباره امتحان کنید.',
    en: 'too many requests; try again later',
  },
  'COMMON.CONFLICT': {
    http: 409,
    retryable: false,
    fa: 'این مورد همین حالا تغییر کرده است. صفحه را تازه کنید.',
    en: 'this has changed in the meantime; reload and try again',
  },
  'COMMON.CSRF': {
    http: 403,
    retryable: false,
    fa: 'نشانهٔ امنیتی صفحه کهنه شده است. صفحه را تازه کنید.',
    en: 'the security token of the page is stale; reload the page',
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
  'COMMON.NOT_FOUND': { http: 404, retryable: false, fa: 'چنین چیزی پیدا نشد.', en: 'not found' },
  'COMMON.PAYLOAD_TOO_LARGE': {
    http: 413,
    retryable: false,
    fa: 'حجم درخواست بیش از اندازهٔ مجاز است.',
    en: 'the request is larger than allowed',
  },
  'COMMON.UNAVAILABLE': {
    http: 503,
    retryable: true,
    fa: 'این بخش اکنون در دسترس نیست. چند لحظهٔ دیگر دوباره امتحان کنید.',
    en: 'this part is not available right now; try again in a moment',
  },
  'COMMON.VALIDATION_FAILED': {
    http: 400,
    retryable: false,
    fa: 'یکی از مقدارها درست نیست.',
    en: 'one of the values is not valid',
  },
  'DOCUMENTS.EMPTY_FILE': {
    http: 400,
    retryable: false,
    fa: 'فایل خالی است. فایل دیگری انتخاب کنید.',
    en: 'The file is empty. Choose another file.',
  },
  'DOCUMENTS.FILE_TOO_LARGE': {
    http: 413,
    retryable: false,
    fa: 'حجم فایل بیش از ۲۰۰ مگابایت است.',
    en: 'The file is larger than 200 MB.',
  },
  'DOCUMENTS.FILE_EXISTS': {
    http: 409,
    retryable: false,
    fa: 'همین فایل در حال بارگذاری است.',
    en: 'File already exists',
  },
  'DOCUMENTS.INVALID_FILE_TYPE': {
    http: 400,
    retryable: false,
    fa: 'نوع فایل پذیرفته نیست. فایل PDF، DJVU یا EPUB بفرستید.',
    en: 'Invalid file type. Please upload a PDF, DJVU, or EPUB file',
  },
  'DOCUMENTS.INVALID_LANGUAGE': {
    http: 400,
    retryable: false,
    fa: 'زبان متن را از فهرست انتخاب کنید.',
    en: 'choose the source language from the list',
  },
  'DOCUMENTS.NO_AUDIO': {
    http: 400,
    retryable: false,
    fa: 'این صفحه هنوز صدایی ندارد.',
    en: 'this page has no audio yet',
  },
  'DOCUMENTS.NOT_FOUND': { http: 404, retryable: false, fa: 'چنین سندی پیدا نشد.', en: 'document not found' },
  'DOCUMENTS.NOT_REMOVABLE': {
    http: 409,
    retryable: false,
    fa: 'تنها سندی حذف می‌شود که پردازش آن به نتیجه نرسیده یا متوقف شده و منتشر نشده است.',
    en: 'only a document that failed or was stopped, and was not published, can be removed',
  },
  'DOCUMENTS.NOT_TRANSLATED': {
    http: 400,
    retryable: false,
    fa: 'سند پیش از آماده شدن همهٔ صفحه‌هایش منتشر نمی‌شود.',
    en: 'a document can be published once all its pages are ready',
  },
  'DOCUMENTS.PREVIEW_ONLY': {
    http: 403,
    retryable: false,
    fa: 'این صفحه بیرون از محدودهٔ پیش‌نمایش است.',
    en: 'this page is outside the preview range',
  },
  'DOCUMENTS.UPLOAD_INTERRUPTED': {
    http: 400,
    retryable: true,
    fa: 'بارگذاری ناتمام ماند. دوباره بفرستید.',
    en: 'the upload was interrupted; send the file again',
  },
  'EDITING.CONFLICT': {
    http: 409,
    retryable: false,
    fa: 'این متن را در این میان کس دیگری تغییر داده است. متن شما همین‌جاست؛ آن را با متن تازه بسنجید و دوباره ذخیره کنید.',
    en: 'someone else has changed this text in the meantime; yours is still here: compare it with the new text and save again',
  },
  'EDITING.NOT_READY': {
    http: 409,
    retryable: false,
    fa: 'این متن هنوز آماده نیست و نمی‌توان ویرایشش کرد.',
    en: 'this text is not ready yet and can not be edited',
  },
  'EDITING.TOO_MANY': {
    http: 429,
    retryable: true,
    fa: 'در یک ساعت گذشته تغییرات زیادی ذخیره کرده‌اید. نوشتهٔ شما همین‌جاست؛ کمی بعد دوباره ذخیره کنید.',
    en: 'you have saved many changes within an hour; what you wrote is still here: save it again a little later',
  },
  'GLOSSARY.FULL': {
    http: 409,
    retryable: false,
    fa: 'واژه‌نامه پر است: هر سند حداکثر ۵٬۰۰۰ اصطلاح دارد.',
    en: 'the glossary is full: a document has at most 5,000 terms',
  },
  'GLOSSARY.INVALID_FILE': {
    http: 422,
    retryable: false,
    fa: 'این فایل واژه‌نامهٔ درستی نیست. فایل CSV با نویسه‌گذاری UTF-8 و ستون‌های اصطلاح، ترجمه و یادداشت لازم است.',
    en: 'this is not a valid glossary: a CSV file in UTF-8 with the columns term, translation and note is needed',
  },
  'MEDIA.IN_SUGGESTION': {
    http: 400,
    retryable: false,
    fa: 'پیشنهادی که در انتظار بررسی است این فایل را به کار برده است. تا آن پیشنهاد پذیرفته یا پس گرفته نشود، فایل حذف نمی‌شود.',
    en: 'a pending suggestion uses this file; it can be removed once that suggestion is applied or taken back',
  },
  'MEDIA.IN_USE': {
    http: 400,
    retryable: false,
    fa: 'این فایل در یکی از صفحه‌ها به کار رفته است. نخست آن را از صفحه بردارید.',
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
    fa: 'این سند بیش از این فایل نمی‌گیرد. فایل‌های بی‌استفاده را حذف کنید.',
    en: 'this document takes no more files; remove those that are not used',
  },
  'NOTES.NOT_FOUND': { http: 404, retryable: false, fa: 'چنین یادداشتی پیدا نشد.', en: 'note not found' },
  'NOTES.TOO_MANY': {
    http: 400,
    retryable: false,
    fa: 'بیش از این یادداشت یا برچسب نمی‌توانید داشته باشید.',
    en: 'you cannot have more notes or tags than this',
  },
  'SHELVES.GENERAL_SHELF': {
    http: 403,
    retryable: false,
    fa: 'قفسهٔ عمومی همین‌طور که هست می‌ماند.',
    en: 'the general shelf stays as it is',
  },
  'SHELVES.NAME_TAKEN': {
    http: 400,
    retryable: false,
    fa: 'قفسه‌ای با این نام دارید. نام دیگری برگزینید.',
    en: 'you have a shelf of this name; choose another name',
  },
  'SHELVES.NOT_FOUND': { http: 404, retryable: false, fa: 'چنین قفسه‌ای پیدا نشد.', en: 'shelf not found' },
  'SHELVES.OWN_SHELF': {
    http: 400,
    retryable: false,
    fa: 'این قفسه از آن خود شماست.',
    en: 'this shelf is your own',
  },
  'SHELVES.TOO_MANY': {
    http: 400,
    retryable: false,
    fa: 'بیش از این قفسه نمی‌توانید داشته باشید.',
    en: 'you cannot have more shelves than this',
  },
  'SHELVES.UNKNOWN_TAG': {
    http: 400,
    retryable: false,
    fa: 'یکی از دسته‌ها در فهرست نیست.',
    en: 'one of the categories is not in the list',
  },
  'SUGGESTIONS.CLOSED': {
    http: 409,
    retryable: false,
    fa: 'این پیشنهاد دیگر در انتظار نیست.',
    en: 'this suggestion is not pending any more',
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
  'TRANSLATION_MEMORY.INVALID_FILE': {
    http: 422,
    retryable: false,
    fa: 'این فایل حافظهٔ ترجمهٔ درستی (TMX) نیست یا جفت‌جملهٔ این زبان را ندارد.',
    en: 'this is not a valid translation memory (TMX), or it has no pairs in this language',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;
