import type { ErrorDefinition } from './error-definition.js';

export const TRANSLATION_MEMORY_ERRORS = {
  'TRANSLATION_MEMORY.INVALID_FILE': {
    http: 422,
    retryable: false,
    fa: 'این فایل حافظهٔ ترجمهٔ درستی (TMX) نیست یا جفت‌جملهٔ این زبان را ندارد.',
    en: 'this is not a valid translation memory (TMX), or it has no pairs in this language',
  },
} as const satisfies Record<string, ErrorDefinition>;
