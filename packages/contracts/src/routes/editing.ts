import { UpdatePageRequest, UpdatePageResponse } from '../http/editing.js';
import { EDITS } from '../rate-limits.js';
import { route } from './route.js';

export const updatePageRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/document/page/:pageId/update/',
  summary: 'Replace one text of a page',
  audience: 'user',
  form: UpdatePageRequest,
  response: UpdatePageResponse,
  errors: ['COMMON.FORBIDDEN', 'DOCUMENTS.NOT_FOUND', 'EDITING.CONFLICT', 'EDITING.NOT_READY'],
  limits: [EDITS],
});
