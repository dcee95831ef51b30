import { SecurityLogQuery, SecurityLogResponse } from '../http/security-log.js';
import { route } from './route.js';

export const securityLogRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/user/security-log/',
  summary: 'Search the security log by user and address, for staff',
  audience: 'user',
  inPerson: true,
  query: SecurityLogQuery,
  response: SecurityLogResponse,
  errors: ['COMMON.FORBIDDEN'],
});
