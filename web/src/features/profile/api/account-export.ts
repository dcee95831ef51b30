import type { AccountExportResponse } from '@hamkhan/contracts/http/account-export';
import {
  accountExportFileRoute,
  accountExportRoute,
  requestAccountExportRoute,
} from '@hamkhan/contracts/routes/account-export';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute, downloadRoute } from '../../../shared/api/client.js';

/** How often the progress is fetched, in milliseconds. */
export const EXPORT_POLL_MS = 3_000;

/** The newest export of the user; its progress is fetched while it is in work. */
export const useAccountExport = () => {
  const { data, error, mutate } = useSWR<AccountExportResponse, ApiError>(
    accountExportRoute.path,
    () => callRoute(accountExportRoute, { ownErrors: true }),
    { refreshInterval: (known) => (known?.export?.state === 'working' ? EXPORT_POLL_MS : 0) },
  );
  return {
    current: data?.export,
    error,
    request: async () => {
      await mutate(await callRoute(requestAccountExportRoute, { ownErrors: true }), { revalidate: false });
    },
  };
};

export const downloadExport = (exportId: string): Promise<File> =>
  downloadRoute(accountExportFileRoute, { params: { exportId }, ownErrors: true });
