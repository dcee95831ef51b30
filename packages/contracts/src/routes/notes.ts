import {
  CreateNoteRequest,
  CreateTagRequest,
  NoteDeletedResponse,
  NoteDocumentsResponse,
  NoteListQuery,
  NoteListResponse,
  NoteResponse,
  NoteTagResponse,
  NoteTagsResponse,
  UpdateNoteRequest,
} from '../http/notes.js';
import { route } from './route.js';

export const listNotesRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/knowledge/note/list/',
  summary: 'List the notes of the user, on one document or on all',
  audience: 'user',
  query: NoteListQuery,
  response: NoteListResponse,
});

export const listNoteDocumentsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/knowledge/note/documents/',
  summary: 'List the documents that the user has notes on',
  audience: 'user',
  response: NoteDocumentsResponse,
});

export const createNoteRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/knowledge/note/create/',
  summary: 'Create a note on a passage',
  audience: 'user',
  form: CreateNoteRequest,
  response: NoteResponse,
  errors: ['DOCUMENTS.NOT_FOUND', 'DOCUMENTS.PREVIEW_ONLY', 'NOTES.TOO_MANY'],
});

export const updateNoteRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/knowledge/note/update/:noteId/',
  summary: 'Change a note',
  audience: 'user',
  json: UpdateNoteRequest,
  response: NoteResponse,
  errors: ['NOTES.NOT_FOUND', 'NOTES.TOO_MANY'],
});

export const deleteNoteRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/knowledge/note/delete/:noteId/',
  summary: 'Delete a note',
  audience: 'user',
  response: NoteDeletedResponse,
  errors: ['NOTES.NOT_FOUND'],
});

export const listNoteTagsRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/knowledge/note/tag/list/',
  summary: 'List the note tags of the user',
  audience: 'user',
  response: NoteTagsResponse,
});

export const createNoteTagRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/knowledge/note/tag/create/',
  summary: 'Create a note tag',
  audience: 'user',
  form: CreateTagRequest,
  response: NoteTagResponse,
  errors: ['NOTES.TOO_MANY'],
});
