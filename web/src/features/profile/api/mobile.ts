import { CodeSentResponse, UserStatusResponse } from '@hamkhan/contracts/http/auth';
import { apiPost } from '../../../shared/api/client.js';

const OWN = { ownErrors: true } as const;

/** Has a code sent to another mobile; answers the `request_id` that goes back with it. */
export const requestMobileCode = async (mobile: string, password: string): Promise<string> =>
  (await apiPost('user/mobile/verify/request/', CodeSentResponse, { mobile, password }, OWN)).request_id;

/** Gives the account the mobile the code went to. */
export const updateMobile = (given: { mobile: string; code: string; requestId: string; password: string }) =>
  apiPost(
    'user/mobile/update/',
    UserStatusResponse,
    {
      mobile: given.mobile,
      code: given.code,
      request_id: given.requestId,
      password: given.password,
    },
    OWN,
  );
