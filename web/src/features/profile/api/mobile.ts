import { requestMobileCodeRoute, updateMobileRoute } from '@hamkhan/contracts/routes/mobile';
import { callRoute } from '../../../shared/api/client.js';

const OWN = { ownErrors: true } as const;

/** Makes the server send a code to a new mobile; returns the `request_id` that is submitted with the code. */
export const requestMobileCode = async (mobile: string, password: string): Promise<string> =>
  (await callRoute(requestMobileCodeRoute, { body: { mobile, password }, ...OWN })).request_id;

/** Changes the mobile of the account to the one the code was sent to. */
export const updateMobile = (given: { mobile: string; code: string; requestId: string; password: string }) =>
  callRoute(updateMobileRoute, {
    body: {
      mobile: given.mobile,
      code: given.code,
      request_id: given.requestId,
      password: given.password,
    },
    ...OWN,
  });
