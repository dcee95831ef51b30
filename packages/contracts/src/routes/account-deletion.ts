import {
  AccountDeletionResponse,
  DeleteAccountRequest,
  DeleteAccountResponse,
} from '../http/account-deletion.js';
import { PASSWORD_GUESSES } from '../rate-limits.js';
import { route } from './route.js';

export const accountDeletionRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/user/account-deletion/',
  summary: 'Get how long an account waits before it is deleted',
  audience: 'user',
  overSessionLimit: true,
  response: AccountDeletionResponse,
});

/** Signing in before `deletes_at` cancels the deletion. */
export const deleteAccountRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/account-deletion/',
  summary: 'Delete the account after a delay, and end all sessions now',
  audience: 'user',
  overSessionLimit: true,
  inPerson: true,
  form: DeleteAccountRequest,
  response: DeleteAccountResponse,
  limits: [PASSWORD_GUESSES],
});
