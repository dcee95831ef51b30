import {
  CheckSessionsResponse,
  ResolveSessionRequest,
  ResolveSessionResponse,
  TerminateSessionRequest,
  TerminateSessionResponse,
  UserStatusResponse,
} from '../http/auth.js';
import { route } from './route.js';

export const userStatusRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/user/status/',
  summary: 'Get the signed-in user',
  audience: 'user',
  overSessionLimit: true,
  openWithoutSecondFactor: true,
  response: UserStatusResponse,
});

export const listSessionsRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/user/check-sessions/',
  summary: 'List the active sessions',
  audience: 'user',
  overSessionLimit: true,
  response: CheckSessionsResponse,
});

export const terminateSessionRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/terminate-session/',
  summary: 'End another session',
  audience: 'user',
  overSessionLimit: true,
  inPerson: true,
  form: TerminateSessionRequest,
  response: TerminateSessionResponse,
});

export const resolveSessionRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/internal/sessions/resolve',
  summary: 'Resolve a bearer token to an identity, for the gateway',
  audience: 'internal',
  json: ResolveSessionRequest,
  response: ResolveSessionResponse,
});
