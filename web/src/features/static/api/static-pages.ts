import { StaticPageResponse, type UpdateStaticPageRequest } from '@hamkhan/contracts/http/static-pages';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { apiGet, apiPost } from '../../../shared/api/client.js';

const keyOf = (slug: string) => `page/${slug}/`;

/** A fixed page in the language of the screen. */
export const useStaticPage = (slug: string) => {
  const { data, error, isLoading, mutate } = useSWR<StaticPageResponse, ApiError>(
    keyOf(slug),
    (path: string) => apiGet(path, StaticPageResponse, { ownErrors: true }),
  );
  return {
    page: data,
    error,
    isLoading,
    retry: () => void mutate(),
    replace: (page: StaticPageResponse) => void mutate(page, { revalidate: false }),
  };
};

/** Staff only. @throws ApiError; 409 where the page changed meanwhile */
export const updateStaticPage = (slug: string, form: UpdateStaticPageRequest): Promise<StaticPageResponse> =>
  apiPost(`page/${slug}/update/`, StaticPageResponse, form, { ownErrors: true });
