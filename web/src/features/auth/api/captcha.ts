import { CaptchaInitResponse, CaptchaValidateResponse } from '@hamkhan/contracts/http/auth';
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

/** Whether the server wants a captcha first (ACC-FORGOT-13, decisions.md C08). */
export const wantsCaptcha = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  (error.body as { status?: unknown }).status === 'captcha_required_error';
