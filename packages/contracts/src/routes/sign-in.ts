import {
  CheckUsernameRequest,
  CheckUsernameResponse,
  CsrfResponse,
  LoginRequest,
  LoginResponse,
  LogoutResponse,
} from '../http/auth.js';
import {
  ACCOUNT_FAILURES,
  ACCOUNT_FAILURES_WITH_CAPTCHA,
  LOGIN_FAILURES,
  LOGINS_PER_ADDRESS,
  USERNAME_CHECKS_PER_DAY,
  USERNAME_CHECKS_PER_MINUTE,
} from '../rate-limits.js';
import { route } from './route.js';

const SIGN_IN_TIMEOUT_MS = 10_000;

export const fetchCsrfRoute = /*#__PURE__*/ route({
  service: 'gateway',
  method: 'GET',
  path: '/api/user/csrf/',
  summary: 'Set the csrftoken cookie',
  audience: 'guest',
  ignoresToken: true,
  response: CsrfResponse,
});

export const checkUsernameRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/check/username/',
  summary: 'Check whether a username has an account',
  audience: 'guest',
  ignoresToken: true,
  form: CheckUsernameRequest,
  response: CheckUsernameResponse,
  errors: ['AUTH.CAPTCHA_REQUIRED'],
  limits: [USERNAME_CHECKS_PER_MINUTE, USERNAME_CHECKS_PER_DAY],
  timeoutMs: SIGN_IN_TIMEOUT_MS,
});

export const loginRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/login/',
  summary: 'Sign in with a username and a password',
  audience: 'guest',
  ignoresToken: true,
  form: LoginRequest,
  response: LoginResponse,
  errors: ['AUTH.INVALID_CREDENTIALS', 'AUTH.SECOND_FACTOR_REQUIRED'],
  limits: [LOGIN_FAILURES, LOGINS_PER_ADDRESS, ACCOUNT_FAILURES, ACCOUNT_FAILURES_WITH_CAPTCHA],
  timeoutMs: SIGN_IN_TIMEOUT_MS,
});

export const logoutRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/logout/',
  summary: 'End the session',
  audience: 'user',
  overSessionLimit: true,
  openWithoutSecondFactor: true,
  response: LogoutResponse,
});
