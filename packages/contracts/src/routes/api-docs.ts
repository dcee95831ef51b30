import { z } from 'zod';
import { route } from './route.js';

export const apiDocsRoute = /*#__PURE__*/ route({
  service: 'gateway',
  method: 'GET',
  path: '/api/docs/',
  summary: 'Show this documentation',
  audience: 'guest',
  ignoresToken: true,
  response: { mediaTypes: ['text/html'] },
});

export const openApiDocumentRoute = /*#__PURE__*/ route({
  service: 'gateway',
  method: 'GET',
  path: '/api/docs/openapi.json',
  summary: 'Get this documentation as an OpenAPI document',
  audience: 'guest',
  ignoresToken: true,
  response: /*#__PURE__*/ z.looseObject({ openapi: /*#__PURE__*/ z.string() }),
});

export const apiDocsFileRoute = /*#__PURE__*/ route({
  service: 'gateway',
  method: 'GET',
  path: '/api/docs/:file',
  summary: 'Get a script or style of this documentation',
  audience: 'guest',
  ignoresToken: true,
  response: { mediaTypes: ['text/javascript', 'text/css'] },
  errors: ['COMMON.NOT_FOUND'],
});
