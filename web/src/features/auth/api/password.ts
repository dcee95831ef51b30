import {
  changePasswordRoute,
  forgetPasswordRoute,
  resetPasswordRoute,
} from '@hamkhan/contracts/routes/password';
import { callRoute } from '../../../shared/api/client.js';

const OWN = { ownErrors: true, own401: true } as const;

/** Makes the server send a code to the mobile of an account; returns the `request_id` that is submitted with the code. */
export const requestResetCode = async (username: string): Promise<string> =>
  (await callRoute(forgetPasswordRoute, { body: { username }, ...OWN })).request_id;

export const resetPassword = (given: {
  username: string;
  code: string;
  requestId: string;
  password: string;
  repeated: string;
}) =>
  callRoute(resetPasswordRoute, {
    body: {
      username: given.username,
      verification_code: given.code,
      request_id: given.requestId,
      password1: given.password,
      password2: given.repeated,
    },
    ...OWN,
  });

export const changePassword = (given: { old: string; password: string; repeated: string }) =>
  callRoute(changePasswordRoute, {
    body: { old_password: given.old, password1: given.password, password2: given.repeated },
    ownErrors: true,
  });
