import { StaticPageResponse, UpdateStaticPageRequest } from '../http/static-pages.js';
import { route } from './route.js';

export const staticPageRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'GET',
  path: '/api/page/:slug/',
  summary: 'Get a static page in the language of the reader',
  audience: 'guest',
  response: StaticPageResponse,
  errors: ['COMMON.NOT_FOUND'],
});

export const updateStaticPageRoute = /*#__PURE__*/ route({
  service: 'documents',
  method: 'POST',
  path: '/api/page/:slug/update/',
  summary: 'Change a static page, for staff',
  audience: 'user',
  form: UpdateStaticPageRequest,
  response: StaticPageResponse,
  errors: ['COMMON.CONFLICT', 'COMMON.FORBIDDEN', 'COMMON.NOT_FOUND'],
});
