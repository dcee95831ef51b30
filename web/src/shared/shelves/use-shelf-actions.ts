import type { Shelf, ShelfIcon } from '@hamkhan/contracts/http/shelves';
import { listLibraryRoute } from '@hamkhan/contracts/routes/library';
import { subscribeToShelfRoute, unsubscribeFromShelfRoute } from '@hamkhan/contracts/routes/public-shelves';
import {
  createShelfRoute,
  deleteShelfRoute,
  moveToShelfRoute,
  reorderShelfRoute,
  updateShelfRoute,
} from '@hamkhan/contracts/routes/shelves';
import { useSWRConfig } from 'swr';
import { callRoute } from '../api/client.js';
import { SHELVES_PATH } from '../api/shelves.js';
import { useAttempt } from './use-attempt.js';

/** The fields of a shelf that its owner fills in. */
export type ShelfFields = { name: string; description: string; icon: ShelfIcon };

const LIBRARY_PATH = listLibraryRoute.path;
const OPTIONS = { ownErrors: true };
const isLibraryList = (key: unknown): boolean => Array.isArray(key) && key[0] === LIBRARY_PATH;

/** Fetches the shelves, or the lists of documents, again. */
const useRefresh = () => {
  const { mutate } = useSWRConfig();
  return {
    refreshShelves: () => mutate(SHELVES_PATH),
    refreshLists: () => mutate(isLibraryList),
  };
};

/** Creates and changes the user's own shelves. */
const useShelfChanges = () => {
  const attempt = useAttempt();
  const { refreshShelves, refreshLists } = useRefresh();
  const update = async (
    shelf: Shelf,
    body: Partial<ShelfFields> & { is_public?: boolean; tags?: string },
  ) => {
    const response = await callRoute(updateShelfRoute, { params: { shelfId: shelf.id }, body, ...OPTIONS });
    await refreshShelves();
    return response.shelf;
  };
  return {
    create: (fields: ShelfFields): Promise<Shelf | null> =>
      attempt(
        async () => {
          const { shelf } = await callRoute(createShelfRoute, { body: fields, ...OPTIONS });
          await refreshShelves();
          return shelf;
        },
        'done.created',
        'failed.save',
      ),

    update: (shelf: Shelf, fields: ShelfFields): Promise<Shelf | null> =>
      attempt(() => update(shelf, fields), 'done.updated', 'failed.save'),

    share: (shelf: Shelf, isPublic: boolean, tags: readonly string[]): Promise<Shelf | null> =>
      attempt(
        () => update(shelf, { is_public: isPublic, tags: tags.join(',') }),
        'done.shared',
        'failed.share',
      ),

    remove: async (shelf: Shelf): Promise<boolean> => {
      const done = await attempt(
        async () => {
          await callRoute(deleteShelfRoute, { params: { shelfId: shelf.id }, ...OPTIONS });
          await Promise.all([refreshShelves(), refreshLists()]);
          return true;
        },
        'done.deleted',
        'failed.delete',
      );
      return done ?? false;
    },
  };
};

/** Subscribes to public shelves. */
const useSubscriptions = () => {
  const attempt = useAttempt();
  const { refreshShelves } = useRefresh();
  return {
    /** Subscribes to a public shelf or unsubscribes from it; returns the new state, null on failure. */
    follow: (key: string, isWanted: boolean): Promise<boolean | null> =>
      attempt(
        async () => {
          const route = isWanted ? subscribeToShelfRoute : unsubscribeFromShelfRoute;
          const response = await callRoute(route, { params: { shelfId: key }, ...OPTIONS });
          await refreshShelves();
          return response.is_subscribed;
        },
        isWanted ? 'done.subscribed' : 'done.unsubscribed',
        isWanted ? 'failed.subscribe' : 'failed.unsubscribe',
      ),
  };
};

/** Moves documents between shelves and within one. */
const useDocumentMoves = () => {
  const attempt = useAttempt();
  const { refreshShelves, refreshLists } = useRefresh();
  return {
    move: async (documentKey: string, shelfId: string): Promise<boolean> => {
      const done = await attempt(
        async () => {
          const params = { documentId: documentKey };
          await callRoute(moveToShelfRoute, { params, body: { shelf_id: shelfId }, ...OPTIONS });
          await Promise.all([refreshShelves(), refreshLists()]);
          return true;
        },
        'done.moved',
        'failed.move',
      );
      return done ?? false;
    },

    /** Sorts the given documents of a shelf among themselves. */
    reorder: async (shelfId: string, documentIds: readonly string[]): Promise<boolean> => {
      const done = await attempt(
        async () => {
          const body = { document_ids: JSON.stringify(documentIds) };
          await callRoute(reorderShelfRoute, { params: { shelfId }, body, ...OPTIONS });
          return true;
        },
        null,
        'failed.reorder',
      );
      await refreshLists();
      return done ?? false;
    },
  };
};

/**
 * What a user can do with shelves. Each action reports its result in the message bar, with the server's reason for a refusal,
 * and refreshes what it affects.
 */
export const useShelfActions = () => ({
  ...useShelfChanges(),
  ...useSubscriptions(),
  ...useDocumentMoves(),
});
