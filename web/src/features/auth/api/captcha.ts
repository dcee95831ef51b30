import type { UiLanguage } from '@hamkhan/contracts/languages';
import { captchaAudioRoute, initCaptchaRoute, validateCaptchaRoute } from '@hamkhan/contracts/routes/captcha';
import { ApiError } from '../../../shared/api/api-error.js';
import { callRoute, routeUrl } from '../../../shared/api/client.js';

const OWN = { ownErrors: true, own401: true } as const;

/** Fetches a captcha picture, or the news that this client has already solved one. */
export const initCaptcha = () => callRoute(initCaptchaRoute, OWN);

/** Whether these are the characters of the picture. */
export const validateCaptcha = async (captchaInput: string): Promise<boolean> =>
  (await callRoute(validateCaptchaRoute, { body: { captchaInput }, ...OWN })).isValid;

/** URL of the spoken characters; a new `take` each time keeps the browser from playing those of an earlier picture. */
export const captchaSoundUrl = (language: UiLanguage, take: number): string =>
  routeUrl(captchaAudioRoute, { query: { language, take: String(take) } });

/** Whether the server refused the call because it requires a captcha first (ACC-FORGOT-13, decisions.md C08). */
export const isCaptchaRequired = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  (error.body as { status?: unknown }).status === 'captcha_required_error';
