import type { ProfileResponse, ProfileUpdatedResponse } from '@hamkhan/contracts/http/auth';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { profileRoute, updateProfileRoute, uploadAvatarRoute } from '@hamkhan/contracts/routes/profile';
import useSWR, { useSWRConfig } from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute, uploadRoute } from '../../../shared/api/client.js';
import { CURRENT_USER_KEY } from '../../../shared/api/session.js';

const PROFILE_KEY = profileRoute.path;

export type ProfileForm = { firstName: string; lastName: string; language: UiLanguage };

/** The user's own profile, with functions to change it. */
export const useProfile = () => {
  const { mutate: mutateAny } = useSWRConfig();
  const { data, error, isValidating, mutate } = useSWR<ProfileResponse, ApiError>(PROFILE_KEY, () =>
    callRoute(profileRoute, { ownErrors: true }),
  );

  const save = async ({ firstName, lastName, language }: ProfileForm): Promise<ProfileUpdatedResponse> => {
    const saved = await callRoute(updateProfileRoute, {
      body: { first_name: firstName, last_name: lastName, language },
      ownErrors: true,
    });
    await Promise.all([mutate(saved, { revalidate: false }), mutateAny(CURRENT_USER_KEY)]);
    return saved;
  };

  /** Uploads a picture; `onProgress` gets the share sent so far. */
  const saveAvatar = async (file: File, onProgress: (share: number) => void): Promise<void> => {
    await uploadRoute(uploadAvatarRoute, { body: { avatar: file }, ownErrors: true, onProgress });
    await mutateAny(CURRENT_USER_KEY);
  };

  return { profile: data, error, retrying: isValidating, retry: () => void mutate(), save, saveAvatar };
};
