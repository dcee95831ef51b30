import {
  GlossaryApplyResponse,
  GlossaryDeleteForm,
  GlossaryImportResponse,
  GlossaryResponse,
  GlossaryTermForm,
} from '../http/glossary.js';
import { route } from './route.js';

export const glossaryRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'GET',
  path: '/api/document/glossary/:documentId/',
  summary: 'Get the glossary of a document',
  audience: 'user',
  response: GlossaryResponse,
  errors: ['DOCUMENTS.NOT_FOUND'],
});

export const saveTermRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'POST',
  path: '/api/document/glossary/:documentId/upsert/',
  summary: 'Add or change a term',
  audience: 'user',
  form: GlossaryTermForm,
  response: GlossaryResponse,
  errors: ['DOCUMENTS.NOT_FOUND', 'GLOSSARY.FULL'],
});

export const deleteTermRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'POST',
  path: '/api/document/glossary/:documentId/delete/',
  summary: 'Delete a term',
  audience: 'user',
  form: GlossaryDeleteForm,
  response: GlossaryResponse,
  errors: ['COMMON.NOT_FOUND', 'DOCUMENTS.NOT_FOUND'],
});

export const applyGlossaryRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'POST',
  path: '/api/document/glossary/:documentId/apply/',
  summary: 'Translate the pages again whose terms have changed',
  audience: 'user',
  response: GlossaryApplyResponse,
  errors: ['DOCUMENTS.NOT_FOUND'],
});

export const exportGlossaryRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'GET',
  path: '/api/document/glossary/:documentId/export/',
  summary: 'Download the glossary as CSV',
  audience: 'user',
  response: { mediaTypes: ['text/csv'] },
  errors: ['DOCUMENTS.NOT_FOUND'],
});

export const importGlossaryRoute = /*#__PURE__*/ route({
  service: 'pipeline',
  method: 'POST',
  path: '/api/document/glossary/:documentId/import/',
  summary: 'Add terms from a CSV file',
  audience: 'user',
  upload: { file: 'file' },
  response: GlossaryImportResponse,
  errors: ['DOCUMENTS.NOT_FOUND', 'GLOSSARY.FULL', 'GLOSSARY.INVALID_FILE'],
});
