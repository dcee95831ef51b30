import { requestMobileCodeRoute, updateMobileRoute } from '@hamkhan/contracts/routes/mobile';
import { callRoute } from '../../../shared/api/client.js';

const OWN = { ownErrors: true } as const;

/** Has a code sent to another mobile; answers the `request_id` that goes back with it. */
export const requestMobileCode = async (mobile: string, password: string): Promise<string> =>
  (await callRoute(requestMobileCodeRoute, { body: { mobile, password }, ...OWN })).request_id;

/** Gives the account the mobile the code went to. */
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
