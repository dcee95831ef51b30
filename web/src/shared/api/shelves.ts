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
/** Shelves are asked for again this often where they are polled, in milliseconds (ACC-LIBRARY-22). */
const SHELVES_POLL_MS = 30_000;
/** Elsewhere what is known serves this long, in milliseconds (ACC-SHELF-22, G67). */
export const SHELVES_CACHE_MS = 5 * 60_000;

/** The shelves of the reader, their own and those they follow, and when they were asked for. */
export type KnownShelves = ShelfListResponse & { askedAt: number };

const askShelves = async (): Promise<KnownShelves> => {
  const answer = await callRoute(listShelvesRoute, {
    query: { with_subscribed: 'true' },
    ownErrors: true,
  });
  return { ...answer, askedAt: Date.now() };
};

/** The shelves of the reader; none for a guest. The library polls them, other screens take what is known. */
export const useShelves = ({ poll = false }: { poll?: boolean } = {}) => {
  const signedIn = useSignedIn();
  const { cache } = useSWRConfig();
  const [isFresh] = useState(() => {
    const known = cache.get(SHELVES_PATH)?.data as KnownShelves | undefined;
    return known !== undefined && Date.now() - known.askedAt < SHELVES_CACHE_MS;
  });
  const { data, error, isValidating, mutate } = useSWR<KnownShelves, ApiError>(
    signedIn ? SHELVES_PATH : null,
    askShelves,
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

/** The categories shelves are shared under; asked for when somebody needs them, and once. */
export const useCategories = (wanted: boolean) => {
  const { data, error } = useSWR<readonly Tag[], ApiError>(
    wanted ? CATEGORIES_PATH : null,
    async () => (await callRoute(listTagsRoute, { query: { is_category: 'true' }, ownErrors: true })).tags,
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  return { categories: data, error };
};

/** The name of a category as a reader of this language knows it. */
export const categoryLabel = (
  name: string,
  categories: readonly Tag[] | undefined,
  language: string,
): string =>
  language === 'fa' ? (categories?.find((tag) => tag.name === name)?.translated_name ?? name) : name;

/** A shelf that its owner has opened to everyone. */
export const usePublicShelf = (name: string) => {
  const params = { shelfId: name };
  return useSWR<PublicShelfResponse, ApiError>(pathOf(publicShelfRoute, params), () =>
    callRoute(publicShelfRoute, { params, ownErrors: true }),
  );
};

/** One page of what stands on a public shelf; null asks for nothing. */
export const usePublicShelfDocuments = (name: string | null, query: Partial<PublicShelfDocumentsQuery>) => {
  const params = { shelfId: name ?? '' };
  return useSWR<PublicShelfDocumentsResponse, ApiError>(
    name === null ? null : [pathOf(listPublicShelfDocumentsRoute, params), query],
    () => callRoute(listPublicShelfDocumentsRoute, { params, query, ownErrors: true }),
    { keepPreviousData: true },
  );
};
