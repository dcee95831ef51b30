import type { ErrorDefinition } from './error-definition.js';

export const DOCUMENTS_ERRORS = {
  'DOCUMENTS.EMPTY_FILE': {
    http: 400,
    retryable: false,
    fa: 'فایل خالی است. فایل دیگری انتخاب کنید.',
    en: 'The file is empty. Choose another file.',
  },
  'DOCUMENTS.FILE_TOO_LARGE': {
    http: 413,
    retryable: false,
    fa: 'حجم فایل بیش از ۲۰۰ مگابایت است. فایل کوچک‌تری انتخاب کنید.',
    en: 'The file is larger than 200 MB. Choose a smaller file.',
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
    fa: 'صدای این صفحه هنوز آماده نشده است.',
    en: 'this page has no audio yet',
  },
  'DOCUMENTS.NOT_FOUND': {
    http: 404,
    retryable: false,
    fa: 'چنین سندی پیدا نشد.',
    en: 'document not found',
  },
  'DOCUMENTS.NOT_REMOVABLE': {
    http: 409,
    retryable: false,
    fa: 'فقط سندی را می‌توان حذف کرد که پردازش آن ناموفق یا متوقف شده و منتشر نشده باشد.',
    en: 'only a document whose processing failed or was stopped, and that is not published, can be removed',
  },
  'DOCUMENTS.NOT_TRANSLATED': {
    http: 400,
    retryable: false,
    fa: 'سند را پس از آماده شدن همهٔ صفحه‌هایش می‌توان منتشر کرد.',
    en: 'a document can be published once all its pages are ready',
  },
  'DOCUMENTS.PREVIEW_ONLY': {
    http: 403,
    retryable: false,
    fa: 'این صفحه بیرون از محدودهٔ پیش‌نمایش است.',
    en: 'this page is outside the preview range',
  },
  'DOCUMENTS.STORAGE_FULL': {
    http: 403,
    retryable: false,
    fa: 'فضای شما برای نگهداری سندها پر شده است. سندهای ناموفق یا متوقف‌شده را حذف کنید یا از پشتیبانی فضای بیشتری بخواهید.',
    en: 'Your storage for documents is full. Remove documents that failed or were stopped, or ask support for more space.',
  },
  'DOCUMENTS.TOO_MANY_UPLOADS': {
    http: 429,
    retryable: true,
    fa: 'در یک ساعت گذشته فایل‌های زیادی فرستاده‌اید. کمی بعد دوباره تلاش کنید.',
    en: 'You have uploaded many files in the past hour. Try again later.',
  },
  'DOCUMENTS.TOO_MUCH_IN_WORK': {
    http: 429,
    retryable: true,
    fa: 'سندهای در حال پردازش شما به سقف مجاز رسیده‌اند. وقتی چند سند آماده شد، دوباره بارگذاری کنید.',
    en: 'Your documents in processing have reached the limit. Upload more when some of them are ready.',
  },
  'DOCUMENTS.UPLOAD_INTERRUPTED': {
    http: 400,
    retryable: true,
    fa: 'بارگذاری ناتمام ماند. فایل را دوباره بفرستید.',
    en: 'the upload was interrupted; send the file again',
  },
} as const satisfies Record<string, ErrorDefinition>;
