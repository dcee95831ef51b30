import {
  CreateShelfRequest,
  DocumentMovedResponse,
  MoveToShelfRequest,
  ReorderShelfRequest,
  ShelfDocumentRequest,
  ShelfDoneResponse,
  ShelfListQuery,
  ShelfListResponse,
  ShelfResponse,
  TagListQuery,
  TagListResponse,
  UpdateShelfRequest,
} from '../http/shelves.js';
import { route } from './route.js';

export const listShelvesRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/user/shelf/list/',
  summary: 'List the shelves of the user',
  audience: 'user',
  query: ShelfListQuery,
  response: ShelfListResponse,
});

export const createShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/shelf/create/',
  summary: 'Create a shelf',
  audience: 'user',
  form: CreateShelfRequest,
  response: ShelfResponse,
  errors: ['SHELVES.NAME_TAKEN', 'SHELVES.TOO_MANY'],
});

export const updateShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/shelf/:shelfId/update/',
  summary: 'Change a shelf, or share it',
  audience: 'user',
  form: UpdateShelfRequest,
  response: ShelfResponse,
  errors: [
    'COMMON.FORBIDDEN',
    'SHELVES.GENERAL_SHELF',
    'SHELVES.NAME_TAKEN',
    'SHELVES.NOT_FOUND',
    'SHELVES.UNKNOWN_TAG',
  ],
});

export const deleteShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'DELETE',
  path: '/api/document/user/shelf/:shelfId/delete/',
  summary: 'Delete a shelf; its documents move to the general shelf',
  audience: 'user',
  response: ShelfDoneResponse,
  errors: ['COMMON.FORBIDDEN', 'SHELVES.GENERAL_SHELF', 'SHELVES.NOT_FOUND'],
});

export const reorderShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/shelf/:shelfId/reorder/',
  summary: 'Set the order of documents on a shelf',
  audience: 'user',
  form: ReorderShelfRequest,
  response: ShelfDoneResponse,
  errors: ['COMMON.FORBIDDEN', 'SHELVES.NOT_FOUND'],
});

export const addToShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/shelf/:shelfId/add-document/',
  summary: 'Put a document on a shelf',
  audience: 'user',
  form: ShelfDocumentRequest,
  response: DocumentMovedResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND', 'SHELVES.NOT_FOUND'],
});

/** The specification gives this path, with the id of the shelf where that of a document would be expected (G34). */
export const removeFromShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/document/:shelfId/remove-document/',
  summary: 'Take a document off a shelf; it moves to the general shelf',
  audience: 'user',
  form: ShelfDocumentRequest,
  response: DocumentMovedResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND', 'SHELVES.NOT_FOUND'],
});

export const moveToShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/user/document/:documentId/move-to-shelf/',
  summary: 'Move a document to a shelf',
  audience: 'user',
  form: MoveToShelfRequest,
  response: DocumentMovedResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND', 'SHELVES.NOT_FOUND'],
});

export const listTagsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/tag/list/',
  summary: 'List the tags, or the categories alone',
  audience: 'guest',
  ignoresToken: true,
  query: TagListQuery,
  response: TagListResponse,
});
