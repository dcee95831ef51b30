import { AUTH_ERRORS } from './errors/auth-errors.js';
import { COMMON_ERRORS } from './errors/common-errors.js';
import { DOCUMENTS_ERRORS } from './errors/documents-errors.js';
import { EDITING_ERRORS } from './errors/editing-errors.js';
import { GLOSSARY_ERRORS } from './errors/glossary-errors.js';
import { MEDIA_ERRORS } from './errors/media-errors.js';
import { NOTES_ERRORS } from './errors/notes-errors.js';
import { SHELVES_ERRORS } from './errors/shelves-errors.js';
import { SUGGESTIONS_ERRORS } from './errors/suggestions-errors.js';
import { TRANSLATION_MEMORY_ERRORS } from './errors/translation-memory-errors.js';

/**
 * All error codes, by area. The platform's error filter shapes the response body per area (decisions.md G24) and picks the
 * text by `Accept-Language`. English texts from the specification are verbatim.
 */
export const ERRORS = {
  ...AUTH_ERRORS,
  ...COMMON_ERRORS,
  ...DOCUMENTS_ERRORS,
  ...EDITING_ERRORS,
  ...GLOSSARY_ERRORS,
  ...MEDIA_ERRORS,
  ...NOTES_ERRORS,
  ...SHELVES_ERRORS,
  ...SUGGESTIONS_ERRORS,
  ...TRANSLATION_MEMORY_ERRORS,
} as const;

export type ErrorCode = keyof typeof ERRORS;
