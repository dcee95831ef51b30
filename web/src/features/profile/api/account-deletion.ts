import type { AccountDeletionResponse } from '@hamkhan/contracts/http/account-deletion';
import { accountDeletionRoute, deleteAccountRoute } from '@hamkhan/contracts/routes/account-deletion';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';

/** How many days an account waits before it is deleted. */
export const useDeletionDelay = () => {
  const { data, error } = useSWR<AccountDeletionResponse, ApiError>(accountDeletionRoute.path, () =>
    callRoute(accountDeletionRoute, { ownErrors: true }),
  );
  return { days: data?.delay_days, error };
};

/** Schedules the deletion of the account and ends its sessions; returns when it is deleted. */
export const deleteAccount = async (password: string): Promise<string> =>
  (await callRoute(deleteAccountRoute, { body: { password }, ownErrors: true })).deletes_at;
