import { SuccessResponse } from '../http/common.js';
import { route } from './route.js';

export const reprocessPageRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/page/:pageId/reprocess/',
  summary: 'Convert and translate a page again',
  audience: 'user',
  response: SuccessResponse,
  errors: ['COMMON.CONFLICT', 'COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND'],
});

export const reprocessSpeechRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/page/:pageId/reprocess-tts/',
  summary: 'Create the speech of a page again',
  audience: 'user',
  response: SuccessResponse,
  errors: ['COMMON.CONFLICT', 'COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND', 'DOCUMENTS.NO_AUDIO'],
});
