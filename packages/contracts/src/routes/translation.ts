import {
  TranslationMemoryImportFields,
  TranslationMemoryImportResponse,
  TranslationMemoryQuery,
  TranslatorStatusResponse,
} from '../http/pipeline.js';
import {
  TranslationBudgetForm,
  TranslationBudgetResponse,
  TranslationCostResponse,
} from '../http/translation-cost.js';
import { route } from './route.js';

export const translationCostRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'GET',
  path: '/api/document/translation-cost/:documentId/',
  summary: 'Get what the translation of a document has cost',
  audience: 'user',
  response: TranslationCostResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND'],
});

export const setTranslationBudgetRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'POST',
  path: '/api/document/translation-cost/:documentId/budget/',
  summary: 'Set what the translation of a document may cost',
  audience: 'user',
  form: TranslationBudgetForm,
  response: TranslationBudgetResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND'],
});

export const importTranslationMemoryRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'POST',
  path: '/api/document/translation-memory/import/',
  summary: "Add a TMX file to the user's translation memory",
  audience: 'user',
  upload: { file: 'file', fields: TranslationMemoryImportFields },
  response: TranslationMemoryImportResponse,
  errors: ['TRANSLATION_MEMORY.INVALID_FILE'],
  maxBodyBytes: 64 * 1024 * 1024,
});

export const exportTranslationMemoryRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'GET',
  path: '/api/document/translation-memory/export/',
  summary: "Download the user's translation memory as TMX",
  audience: 'user',
  query: TranslationMemoryQuery,
  response: { mediaTypes: ['application/x-tmx+xml'] },
});

/** For the operator; the gateway does not pass it on. */
export const translatorStatusRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'GET',
  path: '/api/document/translator/status/',
  summary: 'Get the health of the translator',
  audience: 'user',
  response: TranslatorStatusResponse,
  reach: 'service port',
});
