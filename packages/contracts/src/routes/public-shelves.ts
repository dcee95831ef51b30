import {
  PublicShelfDocumentsQuery,
  PublicShelfDocumentsResponse,
  PublicShelfResponse,
  SubscriptionResponse,
} from '../http/shelves.js';
import { route } from './route.js';

export const publicShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/shelf/public/:shelfId/',
  summary: 'Get a shared shelf',
  audience: 'guest',
  response: PublicShelfResponse,
  errors: ['SHELVES.NOT_FOUND'],
});

export const listPublicShelfDocumentsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/shelf/public/:shelfId/documents/',
  summary: 'List the documents of a shared shelf',
  audience: 'guest',
  query: PublicShelfDocumentsQuery,
  response: PublicShelfDocumentsResponse,
  errors: ['SHELVES.NOT_FOUND'],
});

export const subscribeToShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/shelf/public/:shelfId/subscribe/',
  summary: 'Subscribe to a shared shelf',
  audience: 'user',
  response: SubscriptionResponse,
  errors: ['SHELVES.NOT_FOUND', 'SHELVES.OWN_SHELF', 'SHELVES.TOO_MANY'],
});

export const unsubscribeFromShelfRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/shelf/public/:shelfId/unsubscribe/',
  summary: 'Unsubscribe from a shared shelf',
  audience: 'user',
  response: SubscriptionResponse,
  errors: ['SHELVES.NOT_FOUND'],
});
