import {
  MAX_MEDIA_BYTES,
  MediaListQuery,
  MediaListResponse,
  RemoveMediaRequest,
  RemoveMediaResponse,
  SaveMediaFields,
  SaveMediaResponse,
} from '../http/media.js';
import { route } from './route.js';

export const listMediaRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/media/list/',
  summary: 'List the images or videos of a document',
  audience: 'user',
  query: MediaListQuery,
  response: MediaListResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND'],
});

export const saveMediaRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/media/save/',
  summary: 'Upload an image or video for a document',
  audience: 'user',
  upload: { file: 'file', fields: SaveMediaFields },
  response: SaveMediaResponse,
  errors: [
    'COMMON.FORBIDDEN',
    'DOCUMENTS.EMPTY_FILE',
    'DOCUMENTS.NOT_FOUND',
    'DOCUMENTS.UPLOAD_INTERRUPTED',
    'MEDIA.DAMAGED',
    'MEDIA.INVALID_TYPE',
    'MEDIA.TOO_LARGE',
    'MEDIA.TOO_MANY',
  ],
  timeoutMs: 30 * 60_000,
  maxBodyBytes: MAX_MEDIA_BYTES.video + 1024 * 1024,
});

export const removeMediaRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/media/remove/',
  summary: 'Remove an image or video that no page uses',
  audience: 'user',
  form: RemoveMediaRequest,
  response: RemoveMediaResponse,
  errors: [
    'COMMON.FORBIDDEN',
    'DOCUMENTS.NOT_FOUND',
    'MEDIA.IN_SUGGESTION',
    'MEDIA.IN_USE',
    'MEDIA.NOT_FOUND',
  ],
});
