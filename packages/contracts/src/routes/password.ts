import {
  ChangePasswordRequest,
  CodeSentResponse,
  ForgetPasswordRequest,
  PasswordChangedResponse,
  ResetPasswordRequest,
} from '../http/auth.js';
import { CODE_LIMITS, PASSWORD_GUESSES } from '../rate-limits.js';
import { route } from './route.js';

export const forgetPasswordRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/password/forget/',
  summary: 'Send a code for a forgotten password',
  audience: 'guest',
  ignoresToken: true,
  form: ForgetPasswordRequest,
  response: CodeSentResponse,
  errors: ['AUTH.CAPTCHA_REQUIRED', 'AUTH.SMS_NOT_SENT'],
  limits: CODE_LIMITS,
});

export const resetPasswordRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/password/forget/reset/',
  summary: 'Set a new password with a code',
  audience: 'guest',
  ignoresToken: true,
  form: ResetPasswordRequest,
  response: PasswordChangedResponse,
});

export const changePasswordRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/change-password/',
  summary: 'Replace the password and end the other sessions',
  audience: 'user',
  inPerson: true,
  form: ChangePasswordRequest,
  response: PasswordChangedResponse,
  limits: [PASSWORD_GUESSES],
});
