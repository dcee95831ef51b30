import type {
  ConfirmSecondFactorResponse,
  SecondFactorResponse,
} from '@hamkhan/contracts/http/second-factor';
import {
  confirmSecondFactorRoute,
  disableSecondFactorRoute,
  enrolSecondFactorRoute,
  secondFactorRoute,
} from '@hamkhan/contracts/routes/second-factor';
import useSWR, { useSWRConfig } from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';
import { CURRENT_USER_KEY } from '../../../shared/api/session.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

const OWN = { ownErrors: true } as const;

/** The second factor of the user, with functions to change it. */
export const useSecondFactor = () => {
  const { mutate: mutateAny } = useSWRConfig();
  const { data, error, isValidating, mutate } = useSWR<SecondFactorResponse, ApiError>(
    secondFactorRoute.path,
    () => callRoute(secondFactorRoute, OWN),
  );

  const enrol = (password: string) => callRoute(enrolSecondFactorRoute, { body: { password }, ...OWN });

  /** Switches it on; the session is a new one afterwards. */
  const confirm = async (code: string): Promise<ConfirmSecondFactorResponse> => {
    const confirmed = await callRoute(confirmSecondFactorRoute, { body: { code }, ...OWN });
    setAuthToken(confirmed.token);
    await mutate();
    return confirmed;
  };

  const disable = async (password: string, code: string): Promise<void> => {
    await callRoute(disableSecondFactorRoute, { body: { password, code }, ...OWN });
    await mutate();
  };

  return {
    ...{ state: data, error, retrying: isValidating, retry: () => void mutate(), enrol, confirm, disable },
    /** Fetches the user again, who may do more or less now. */
    refreshUser: () => mutateAny(CURRENT_USER_KEY),
  };
};
