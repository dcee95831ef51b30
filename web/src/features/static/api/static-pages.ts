import type { StaticPageResponse, UpdateStaticPageRequest } from '@hamkhan/contracts/http/static-pages';
import { pathOf } from '@hamkhan/contracts/routes/route';
import { staticPageRoute, updateStaticPageRoute } from '@hamkhan/contracts/routes/static-pages';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';

/** A static page in the language of the screen. */
export const useStaticPage = (slug: string) => {
  const { data, error, isLoading, mutate } = useSWR<StaticPageResponse, ApiError>(
    pathOf(staticPageRoute, { slug }),
    () => callRoute(staticPageRoute, { params: { slug }, ownErrors: true }),
  );
  return {
    page: data,
    error,
    isLoading,
    retry: () => void mutate(),
    replace: (page: StaticPageResponse) => void mutate(page, { revalidate: false }),
  };
};

/** Saves a static page; staff only. Throws ApiError, with status 409 if the page has changed since it was loaded. */
export const updateStaticPage = (slug: string, form: UpdateStaticPageRequest): Promise<StaticPageResponse> =>
  callRoute(updateStaticPageRoute, { params: { slug }, body: form, ownErrors: true });
