import {
  CaptchaAudioQuery,
  CaptchaInitResponse,
  CaptchaValidateRequest,
  CaptchaValidateResponse,
} from '../http/auth.js';
import { CAPTCHAS } from '../rate-limits.js';
import { route } from './route.js';

export const initCaptchaRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/captcha/init/',
  summary: 'Get a captcha image, unless this browser has solved one',
  audience: 'guest',
  ignoresToken: true,
  response: CaptchaInitResponse,
  limits: [CAPTCHAS],
});

export const captchaAudioRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/captcha/audio/',
  summary: 'Get the current captcha as speech',
  audience: 'guest',
  ignoresToken: true,
  query: CaptchaAudioQuery,
  response: { mediaTypes: ['audio/wav'] },
  errors: ['COMMON.NOT_FOUND'],
  limits: [CAPTCHAS],
});

export const validateCaptchaRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/captcha/validate/',
  summary: 'Check what was typed for the captcha',
  audience: 'guest',
  ignoresToken: true,
  form: CaptchaValidateRequest,
  response: CaptchaValidateResponse,
  limits: [CAPTCHAS],
});
