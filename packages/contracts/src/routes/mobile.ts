import {
  CodeSentResponse,
  MobileConfirmRequest,
  MobileConfirmResponse,
  MobileUpdateRequest,
  MobileVerifyRequest,
  UserStatusResponse,
} from '../http/auth.js';
import { CODE_LIMITS, PASSWORD_GUESSES } from '../rate-limits.js';
import { route } from './route.js';

/** The only `requestType` is `mobile` (G22). */
export const requestActivationCodeRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/activation/:requestType/',
  summary: 'Send a code to the mobile of the account',
  audience: 'user',
  inPerson: true,
  response: CodeSentResponse,
  errors: ['AUTH.SMS_NOT_SENT', 'COMMON.NOT_FOUND'],
  limits: CODE_LIMITS,
});

export const requestMobileCodeRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/mobile/verify/request/',
  summary: 'Send a code to another mobile',
  audience: 'user',
  inPerson: true,
  form: MobileVerifyRequest,
  response: CodeSentResponse,
  errors: ['AUTH.SMS_NOT_SENT'],
  limits: [...CODE_LIMITS, PASSWORD_GUESSES],
});

export const confirmMobileRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/mobile/verify/confirm/',
  summary: 'Check a code without using it up',
  audience: 'user',
  inPerson: true,
  form: MobileConfirmRequest,
  response: MobileConfirmResponse,
});

export const updateMobileRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/mobile/update/',
  summary: 'Replace the mobile of the account with a code',
  audience: 'user',
  inPerson: true,
  form: MobileUpdateRequest,
  response: UserStatusResponse,
  limits: [PASSWORD_GUESSES],
});
