import {
  CaptchaInitResponse,
  CaptchaValidateResponse,
  CodeSentResponse,
  PasswordChangedResponse,
} from '@hamkhan/contracts/http/auth';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { ApiError } from '../../../shared/api/api-error.js';
import { apiGet, apiPost, apiUrl } from '../../../shared/api/client.js';

const OWN = { ownErrors: true, own401: true } as const;

/** A picture to read, or the news that one was read already. */
export const initCaptcha = () => apiGet('captcha/init/', CaptchaInitResponse, OWN);

/** Whether the picture was read right. */
export const validateCaptcha = async (captchaInput: string): Promise<boolean> =>
  (await apiPost('captcha/validate/', CaptchaValidateResponse, { captchaInput }, OWN)).isValid;

/** Where the picture can be heard; `take` is another one each time, so that no browser plays the last picture's. */
export const captchaSoundUrl = (language: UiLanguage, take: number): string =>
  apiUrl('captcha/audio/', { language, take });

/** Has a code sent to the mobile of an account; answers the `request_id` that goes back with it. */
export const requestResetCode = async (username: string): Promise<string> =>
  (await apiPost('user/password/forget/', CodeSentResponse, { username }, OWN)).request_id;

/** Whether the server wants a captcha first (ACC-FORGOT-13). */
export const wantsCaptcha = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  (error.body as { status?: unknown }).status === 'captcha_required_error';

export const resetPassword = (given: {
  username: string;
  code: string;
  requestId: string;
  password: string;
  repeated: string;
}) =>
  apiPost(
    'user/password/forget/reset/',
    PasswordChangedResponse,
    {
      username: given.username,
      verification_code: given.code,
      request_id: given.requestId,
      password1: given.password,
      password2: given.repeated,
    },
    OWN,
  );

export const changePassword = (given: { old: string; password: string; repeated: string }) =>
  apiPost(
    'user/change-password/',
    PasswordChangedResponse,
    { old_password: given.old, password1: given.password, password2: given.repeated },
    { ownErrors: true },
  );
