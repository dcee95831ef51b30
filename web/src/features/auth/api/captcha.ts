import type { UiLanguage } from '@hamkhan/contracts/languages';
import { captchaAudioRoute, initCaptchaRoute, validateCaptchaRoute } from '@hamkhan/contracts/routes/captcha';
import { ApiError } from '../../../shared/api/api-error.js';
import { callRoute, routeUrl } from '../../../shared/api/client.js';

const OWN = { ownErrors: true, own401: true } as const;

/** A picture to read, or the news that one was read already. */
export const initCaptcha = () => callRoute(initCaptchaRoute, OWN);

/** Whether the picture was read right. */
export const validateCaptcha = async (captchaInput: string): Promise<boolean> =>
  (await callRoute(validateCaptchaRoute, { body: { captchaInput }, ...OWN })).isValid;

/** Where the picture can be heard; `take` is another one each time, so that no browser plays the last picture's. */
export const captchaSoundUrl = (language: UiLanguage, take: number): string =>
  routeUrl(captchaAudioRoute, { query: { language, take: String(take) } });

/** Whether the server wants a captcha first (ACC-FORGOT-13, decisions.md C08). */
export const wantsCaptcha = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  (error.body as { status?: unknown }).status === 'captcha_required_error';
