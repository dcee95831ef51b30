import { LoginResponse } from '../http/auth.js';
import { SuccessResponse } from '../http/common.js';
import {
  ConfirmSecondFactorRequest,
  ConfirmSecondFactorResponse,
  DisableSecondFactorRequest,
  EnrolSecondFactorRequest,
  EnrolSecondFactorResponse,
  SecondFactorLoginRequest,
  SecondFactorResponse,
} from '../http/second-factor.js';
import {
  ACCOUNT_FAILURES,
  ACCOUNT_FAILURES_WITH_CAPTCHA,
  LOGIN_FAILURES,
  LOGINS_PER_ADDRESS,
  PASSWORD_GUESSES,
  SECOND_FACTOR_GUESSES,
} from '../rate-limits.js';
import { route } from './route.js';

/** A second factor is for staff and superusers; until one that is required is on, only these routes are open to them. */
const OWN = {
  service: 'auth',
  audience: 'user',
  overSessionLimit: true,
  inPerson: true,
  openWithoutSecondFactor: true,
} as const;

export const secondFactorRoute = /*#__PURE__*/ route({
  ...OWN,
  method: 'GET',
  path: '/api/user/second-factor/',
  summary: 'Get whether the account has a second factor',
  response: SecondFactorResponse,
});

export const enrolSecondFactorRoute = /*#__PURE__*/ route({
  ...OWN,
  method: 'POST',
  path: '/api/user/second-factor/enrol/',
  summary: 'Create the secret of a second factor, for staff',
  form: EnrolSecondFactorRequest,
  response: EnrolSecondFactorResponse,
  errors: ['COMMON.CONFLICT', 'COMMON.FORBIDDEN'],
  limits: [PASSWORD_GUESSES],
});

export const confirmSecondFactorRoute = /*#__PURE__*/ route({
  ...OWN,
  method: 'POST',
  path: '/api/user/second-factor/confirm/',
  summary: 'Switch the second factor on with a code from the authenticator',
  form: ConfirmSecondFactorRequest,
  response: ConfirmSecondFactorResponse,
  errors: ['COMMON.CONFLICT'],
  limits: [SECOND_FACTOR_GUESSES],
});

export const disableSecondFactorRoute = /*#__PURE__*/ route({
  ...OWN,
  method: 'POST',
  path: '/api/user/second-factor/disable/',
  summary: 'Switch the second factor off with the password and a code',
  form: DisableSecondFactorRequest,
  response: SuccessResponse,
  errors: ['COMMON.CONFLICT'],
  limits: [PASSWORD_GUESSES, SECOND_FACTOR_GUESSES],
});

export const secondFactorLoginRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/login/second-factor/',
  summary: 'Sign in with a username, a password and a code',
  audience: 'guest',
  ignoresToken: true,
  form: SecondFactorLoginRequest,
  response: LoginResponse,
  errors: ['AUTH.INVALID_CREDENTIALS'],
  limits: [
    LOGIN_FAILURES,
    LOGINS_PER_ADDRESS,
    ACCOUNT_FAILURES,
    ACCOUNT_FAILURES_WITH_CAPTCHA,
    SECOND_FACTOR_GUESSES,
  ],
  timeoutMs: 10_000,
});
