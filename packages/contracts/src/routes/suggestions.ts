import {
  ApplySuggestionRequest,
  CreateSuggestionRequest,
  OtherSuggestionsResponse,
  SuggestionCancelledResponse,
  SuggestionHistoryResponse,
  SuggestionListResponse,
  SuggestionResponse,
  SuggestionSavedResponse,
  SuggestionsQuery,
  UpdateSuggestionRequest,
} from '../http/suggestions.js';
import { EDITS, SUGGESTIONS } from '../rate-limits.js';
import { route } from './route.js';

export const listSuggestionsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/page/:pageId/suggestion/list/',
  summary: "Get the user's pending suggestions for a page and the number of others",
  audience: 'user',
  response: SuggestionListResponse,
  errors: ['DOCUMENTS.NOT_FOUND'],
});

export const listOtherSuggestionsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/page/:pageId/suggestion/others/',
  summary: 'List pending suggestions of others, for the owner and staff',
  audience: 'user',
  query: SuggestionsQuery,
  response: OtherSuggestionsResponse,
  errors: ['DOCUMENTS.NOT_FOUND'],
});

export const suggestionHistoryRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/page/:pageId/suggestion/history/',
  summary: 'List applied suggestions of a page',
  audience: 'user',
  query: SuggestionsQuery,
  response: SuggestionHistoryResponse,
  errors: ['DOCUMENTS.NOT_FOUND'],
});

export const createSuggestionRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/page/:pageId/suggestion/create/',
  summary: 'Suggest an edit; the edit of an owner applies at once',
  audience: 'user',
  form: CreateSuggestionRequest,
  response: SuggestionSavedResponse,
  errors: [
    'COMMON.CONFLICT',
    'DOCUMENTS.NOT_FOUND',
    'EDITING.CONFLICT',
    'EDITING.NOT_READY',
    'SUGGESTIONS.PENDING_EXISTS',
  ],
  limits: [SUGGESTIONS, EDITS],
});

export const suggestionRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/document/suggestion/:suggestionId/',
  summary: 'Get a suggestion, for its author, the owner and staff',
  audience: 'user',
  response: SuggestionResponse,
  errors: ['SUGGESTIONS.NOT_FOUND'],
});

export const updateSuggestionRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/suggestion/:suggestionId/update/',
  summary: 'Change a suggestion, for its author',
  audience: 'user',
  form: UpdateSuggestionRequest,
  response: SuggestionSavedResponse,
  errors: [
    'COMMON.FORBIDDEN',
    'EDITING.CONFLICT',
    'EDITING.NOT_READY',
    'SUGGESTIONS.CLOSED',
    'SUGGESTIONS.NOT_FOUND',
  ],
  limits: [EDITS],
});

export const cancelSuggestionRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/suggestion/:suggestionId/cancel/',
  summary: 'Withdraw a suggestion, for its author and staff',
  audience: 'user',
  response: SuggestionCancelledResponse,
  errors: ['COMMON.FORBIDDEN', 'SUGGESTIONS.CLOSED', 'SUGGESTIONS.NOT_FOUND'],
});

export const applySuggestionRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/suggestion/:suggestionId/apply/',
  summary: 'Apply a suggestion to the page, for the owner and staff',
  audience: 'user',
  form: ApplySuggestionRequest,
  response: SuggestionSavedResponse,
  errors: [
    'COMMON.FORBIDDEN',
    'EDITING.CONFLICT',
    'EDITING.NOT_READY',
    'SUGGESTIONS.CLOSED',
    'SUGGESTIONS.NOT_FOUND',
  ],
  limits: [EDITS],
});
