import type {
  PublicShelfDocumentsQuery,
  PublicShelfDocumentsResponse,
  PublicShelfResponse,
  ShelfListResponse,
  Tag,
} from '@hamkhan/contracts/http/shelves';
import { useState } from 'react';
import { listPublicShelfDocumentsRoute, publicShelfRoute } from '@hamkhan/contracts/routes/public-shelves';
import { pathOf } from '@hamkhan/contracts/routes/route';
import { listShelvesRoute, listTagsRoute } from '@hamkhan/contracts/routes/shelves';
import useSWR, { useSWRConfig } from 'swr';
import type { ApiError } from './api-error.js';
import { callRoute } from './client.js';
import { useSignedIn } from './session.js';

export const SHELVES_PATH = listShelvesRoute.path;
/** Interval at which the library polls the shelves, in milliseconds (ACC-LIBRARY-22). */
const SHELVES_POLL_MS = 30_000;
/** Other screens use cached shelves up to this age, in milliseconds (ACC-SHELF-22, G67). */
export const SHELVES_CACHE_MS = 5 * 60_000;

/** The user's own shelves and those they follow, and when they were fetched. */
export type CachedShelves = ShelfListResponse & { fetchedAt: number };

const fetchShelves = async (): Promise<CachedShelves> => {
  const response = await callRoute(listShelvesRoute, {
    query: { with_subscribed: 'true' },
    ownErrors: true,
  });
  return { ...response, fetchedAt: Date.now() };
};

/** The shelves of the user; none for a guest. With `poll` they are fetched periodically, otherwise only when the cache is stale. */
export const useShelves = ({ poll = false }: { poll?: boolean } = {}) => {
  const signedIn = useSignedIn();
  const { cache } = useSWRConfig();
  const [isFresh] = useState(() => {
    const known = cache.get(SHELVES_PATH)?.data as CachedShelves | undefined;
    return known !== undefined && Date.now() - known.fetchedAt < SHELVES_CACHE_MS;
  });
  const { data, error, isValidating, mutate } = useSWR<CachedShelves, ApiError>(
    signedIn ? SHELVES_PATH : null,
    fetchShelves,
    poll
      ? { refreshInterval: SHELVES_POLL_MS }
      : {
          revalidateOnMount: !isFresh,
          revalidateIfStale: false,
          revalidateOnFocus: false,
          revalidateOnReconnect: false,
        },
  );
  return {
    shelves: data?.shelves,
    generalShelfId: data?.general_shelf_id,
    error,
    retrying: isValidating,
    retry: () => void mutate(),
  };
};

const CATEGORIES_PATH = listTagsRoute.path;

/** The categories of shared shelves; fetched once, when first `wanted`. */
export const useCategories = (wanted: boolean) => {
  const { data, error } = useSWR<readonly Tag[], ApiError>(
    wanted ? CATEGORIES_PATH : null,
    async () => (await callRoute(listTagsRoute, { query: { is_category: 'true' }, ownErrors: true })).tags,
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  return { categories: data, error };
};

/** The name of a category in the language of the screen. */
export const categoryLabel = (
  name: string,
  categories: readonly Tag[] | undefined,
  language: string,
): string =>
  language === 'fa' ? (categories?.find((tag) => tag.name === name)?.translated_name ?? name) : name;

/** A shelf that its owner has made public. */
export const usePublicShelf = (name: string) => {
  const params = { shelfId: name };
  return useSWR<PublicShelfResponse, ApiError>(pathOf(publicShelfRoute, params), () =>
    callRoute(publicShelfRoute, { params, ownErrors: true }),
  );
};

/** One page of the documents on a public shelf; a `name` of null fetches nothing. */
export const usePublicShelfDocuments = (name: string | null, query: Partial<PublicShelfDocumentsQuery>) => {
  const params = { shelfId: name ?? '' };
  return useSWR<PublicShelfDocumentsResponse, ApiError>(
    name === null ? null : [pathOf(listPublicShelfDocumentsRoute, params), query],
    () => callRoute(listPublicShelfDocumentsRoute, { params, query, ownErrors: true }),
    { keepPreviousData: true },
  );
};
