import { SuccessResponse } from '../http/common.js';
import {
  DocumentChangedEvent,
  DocumentEventsQuery,
  DocumentRequestsQuery,
  DocumentRequestsResponse,
  LibraryListQuery,
  LibraryListResponse,
  MAX_UPLOAD_BYTES,
  PageChangedEvent,
  PublishResponse,
  UnpublishResponse,
  UploadFields,
  UploadResponse,
} from '../http/documents.js';
import { UPLOADS } from '../rate-limits.js';
import { route } from './route.js';

/** Time for a large file over a slow connection (G74). */
const UPLOAD_TIMEOUT_MS = 30 * 60_000;

export const listLibraryRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/user/document/list/',
  summary: 'List the documents of the user',
  audience: 'user',
  query: LibraryListQuery,
  response: LibraryListResponse,
});

export const listDocumentRequestsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/untranslated/document-requests/',
  summary: 'List the documents that wait to be processed',
  audience: 'user',
  query: DocumentRequestsQuery,
  response: DocumentRequestsResponse,
});

export const uploadDocumentRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/upload/',
  summary: 'Upload a PDF, DJVU or EPUB file',
  audience: 'user',
  upload: { file: 'file', fields: UploadFields },
  response: UploadResponse,
  errors: [
    'DOCUMENTS.EMPTY_FILE',
    'DOCUMENTS.FILE_EXISTS',
    'DOCUMENTS.FILE_TOO_LARGE',
    'DOCUMENTS.INVALID_FILE_TYPE',
    'DOCUMENTS.INVALID_LANGUAGE',
    'DOCUMENTS.STORAGE_FULL',
    'DOCUMENTS.TOO_MUCH_IN_WORK',
    'DOCUMENTS.UPLOAD_INTERRUPTED',
  ],
  limits: [UPLOADS],
  timeoutMs: UPLOAD_TIMEOUT_MS,
  maxBodyBytes: MAX_UPLOAD_BYTES + 1024 * 1024,
});

export const cancelDocumentRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/document/:documentId/cancel/',
  summary: 'Stop the processing of a document',
  audience: 'user',
  response: SuccessResponse,
  errors: ['COMMON.CONFLICT', 'COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND'],
});

export const removeDocumentRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/document/:documentId/remove/',
  summary: 'Remove a document that failed or was stopped',
  audience: 'user',
  response: SuccessResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND', 'DOCUMENTS.NOT_REMOVABLE'],
});

export const publishDocumentRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/document/:documentId/publish/',
  summary: 'Publish a document',
  audience: 'user',
  response: PublishResponse,
  errors: ['COMMON.CONFLICT', 'COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND', 'DOCUMENTS.NOT_TRANSLATED'],
});

export const unpublishDocumentRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/document/:documentId/unpublish/',
  summary: 'Make a published document private again',
  audience: 'user',
  response: UnpublishResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND'],
});

/** Guests may follow one published document; without `document` the caller must be signed in. */
export const documentEventsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/events/',
  summary: 'Follow changes of one document, or of all documents of the user',
  audience: 'guest',
  overSessionLimit: false,
  query: DocumentEventsQuery,
  response: { events: { document: DocumentChangedEvent, page: PageChangedEvent } },
  errors: ['AUTH.TOO_MANY_REQUESTS', 'DOCUMENTS.NOT_FOUND'],
});
