import { CodeSentResponse, RegisterRequest, RegisterResponse, RegisterVerifyRequest } from '../http/auth.js';
import { CODE_LIMITS, CODES_WITHOUT_CAPTCHA, REGISTRATIONS } from '../rate-limits.js';
import { route } from './route.js';

export const requestRegistrationCodeRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/register/verify/',
  summary: 'Send a verification code to a new mobile',
  audience: 'guest',
  ignoresToken: true,
  form: RegisterVerifyRequest,
  response: CodeSentResponse,
  errors: ['AUTH.SMS_NOT_SENT'],
  limits: [...CODE_LIMITS, CODES_WITHOUT_CAPTCHA],
});

export const registerRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/register/',
  summary: 'Create an account',
  audience: 'guest',
  ignoresToken: true,
  form: RegisterRequest,
  response: RegisterResponse,
  limits: [REGISTRATIONS],
  timeoutMs: 15_000,
});
