import type { UiLanguage } from '@hamkhan/contracts/languages';
import { registerRoute, requestRegistrationCodeRoute } from '@hamkhan/contracts/routes/registration';
import { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';

const OWN = { ownErrors: true, own401: true } as const;

export type Registration = {
  mobile: string;
  code: string;
  requestId: string;
  firstName: string;
  lastName: string;
  password: string;
  language: UiLanguage;
  referralCode: string | null;
};

/** Makes the server send a code to a mobile; returns the `request_id` that is submitted with the code. */
export const requestRegistrationCode = async (mobile: string): Promise<string> =>
  (await callRoute(requestRegistrationCodeRoute, { body: { mobile }, ...OWN })).request_id;

/** Whether the server refused because the mobile already has an account (ACC-REGISTER-24). */
export const isKnownMobile = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  (error.body as { exist?: unknown }).exist === true;

/** The server requires the password in three fields (accounts-and-library.txt §3, decisions.md G26). */
export const register = (given: Registration) =>
  callRoute(registerRoute, {
    body: {
      mobile: given.mobile,
      username: given.mobile,
      code: given.code,
      request_id: given.requestId,
      first_name: given.firstName,
      last_name: given.lastName,
      password: given.password,
      password1: given.password,
      password2: given.password,
      language: given.language,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      account_type: 'reader',
      referral_code: given.referralCode ?? undefined,
    },
    ...OWN,
  });
