import type { ErrorDefinition } from './error-definition.js';

export const GLOSSARY_ERRORS = {
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
} as const satisfies Record<string, ErrorDefinition>;
