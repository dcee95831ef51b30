import {
  LoginAsAuditResponse,
  LoginAsLogoutResponse,
  LoginAsRequest,
  LoginAsResponse,
} from '../http/auth.js';
import { route } from './route.js';

export const loginAsRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/loginas/',
  summary: 'Act as another user, for superusers',
  audience: 'user',
  inPerson: true,
  form: LoginAsRequest,
  response: LoginAsResponse,
  errors: ['COMMON.FORBIDDEN', 'COMMON.NOT_FOUND'],
});

export const endLoginAsRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/loginas/logout/',
  summary: 'Stop acting as another user',
  audience: 'user',
  overSessionLimit: true,
  response: LoginAsLogoutResponse,
  errors: ['AUTH.NOT_IMPERSONATING'],
});

export const loginAsAuditRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/user/loginas/audit/',
  summary: 'List who acted as whom, for superusers',
  audience: 'user',
  inPerson: true,
  response: LoginAsAuditResponse,
  errors: ['COMMON.FORBIDDEN'],
});
