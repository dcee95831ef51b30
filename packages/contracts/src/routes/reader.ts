import { SignedQuery } from '../http/common.js';
import { MetadataQuery, MetadataResponse, PagesQuery, PagesResponse } from '../http/documents.js';
import {
  ContentsResponse,
  FindQuery,
  FindResponse,
  ReadingRequest,
  ReadingResponse,
  ReportRequest,
  ReportResponse,
} from '../http/reader.js';
import { GUEST_SEARCHES, REPORTS } from '../rate-limits.js';
import { route } from './route.js';

export const documentMetadataRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/metadata/:documentId/',
  summary: 'Get the metadata of a document, with one of its pages',
  audience: 'guest',
  overSessionLimit: false,
  query: MetadataQuery,
  response: MetadataResponse,
  errors: ['DOCUMENTS.NOT_FOUND'],
});

export const documentPagesRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/pages/:documentId/',
  summary: 'Get a chunk of the pages of a document',
  audience: 'guest',
  overSessionLimit: false,
  query: PagesQuery,
  response: PagesResponse,
  errors: ['DOCUMENTS.NOT_FOUND', 'DOCUMENTS.PREVIEW_ONLY'],
});

/** The signature in the address grants access, because an `img` element sends no token. */
export const pageImageRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/image/:documentId/:name/',
  summary: 'Get an image of a page',
  audience: 'guest',
  query: SignedQuery,
  response: { mediaTypes: ['image/webp', 'image/png', 'image/jpeg', 'image/gif', 'image/svg+xml'] },
  errors: ['AUTH.SESSION_LIMIT', 'DOCUMENTS.NOT_FOUND'],
});

export const pageAudioRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/audio/:documentId/:name/',
  summary: 'Get the speech of a page, whole or in part',
  audience: 'guest',
  query: SignedQuery,
  response: { mediaTypes: ['audio/mpeg'] },
  errors: ['AUTH.SESSION_LIMIT', 'DOCUMENTS.NOT_FOUND'],
});

export const documentVideoRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/video/:documentId/:name/',
  summary: 'Get a video of a document, whole or in part',
  audience: 'guest',
  query: SignedQuery,
  response: { mediaTypes: ['video/mp4', 'video/webm', 'video/x-msvideo'] },
  errors: ['AUTH.SESSION_LIMIT', 'DOCUMENTS.NOT_FOUND'],
  isLong: true,
});

/** Needs full access to the document (G39). */
export const originalFileRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/original/:documentId/',
  summary: 'Download the uploaded file, whole or in part',
  audience: 'user',
  response: { mediaTypes: ['application/pdf', 'image/vnd.djvu', 'application/epub+zip'] },
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND'],
  isLong: true,
});

export const documentContentsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/contents/:documentId/',
  summary: 'Get the table of contents',
  audience: 'guest',
  overSessionLimit: false,
  response: ContentsResponse,
  errors: ['DOCUMENTS.NOT_FOUND'],
});

export const findInDocumentRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/find/:documentId/',
  summary: 'Find text in a document',
  audience: 'guest',
  overSessionLimit: false,
  query: FindQuery,
  response: FindResponse,
  errors: ['DOCUMENTS.NOT_FOUND'],
  limits: [GUEST_SEARCHES],
});

export const setReadingRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/reading/:documentId/',
  summary: 'Save where and how the user reads a document',
  audience: 'user',
  json: ReadingRequest,
  response: ReadingResponse,
  errors: ['DOCUMENTS.NOT_FOUND', 'DOCUMENTS.PREVIEW_ONLY'],
});

export const reportIssueRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/report/',
  summary: 'Report an issue of a page',
  audience: 'user',
  form: ReportRequest,
  response: ReportResponse,
  errors: ['DOCUMENTS.NOT_FOUND', 'DOCUMENTS.PREVIEW_ONLY'],
  limits: [REPORTS],
});
