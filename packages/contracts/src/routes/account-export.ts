import { AccountExportResponse } from '../http/account-export.js';
import { EXPORTS } from '../rate-limits.js';
import { route } from './route.js';

const OWN = { service: 'documents', audience: 'user', overSessionLimit: true, inPerson: true } as const;

export const accountExportRoute = /*#__PURE__*/ route({
  ...OWN,
  method: 'GET',
  path: '/api/document/account-export/',
  summary: 'Get the newest export of the user and its progress',
  response: AccountExportResponse,
});

export const requestAccountExportRoute = /*#__PURE__*/ route({
  ...OWN,
  method: 'POST',
  path: '/api/document/account-export/',
  summary: 'Prepare an archive of everything that the user has',
  response: AccountExportResponse,
  limits: [EXPORTS],
});

export const accountExportFileRoute = /*#__PURE__*/ route({
  ...OWN,
  method: 'GET',
  path: '/api/document/account-export/:exportId/',
  summary: 'Download an export, for the user who requested it',
  response: { mediaTypes: ['application/zip'] },
  errors: ['COMMON.NOT_FOUND'],
  isLong: true,
});
