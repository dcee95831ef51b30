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
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { ApiError } from '../api/api-error.js';
import { callRoute } from '../api/client.js';
import { SHELVES_PATH } from '../api/shelves.js';
import { errorText } from '../i18n/error-text.js';
import { showMessage } from '../ui/messages.js';

export type ShelfLooks = { name: string; description: string; icon: ShelfIcon };

const LIBRARY_PATH = listLibraryRoute.path;
const OPTIONS = { ownErrors: true };
const isLibraryList = (key: unknown): boolean => Array.isArray(key) && key[0] === LIBRARY_PATH;

/**
 * What a reader can do with shelves. Each says in the message bar how it went, with the reason where the server gave one, brings
 * what is shown up to date, and answers whether it was done.
 */
export const useShelfActions = () => {
  const { t } = useTranslation('shelves');
  const { t: te } = useTranslation('errors');
  const { mutate } = useSWRConfig();

  type Done =
    `done.${'created' | 'updated' | 'deleted' | 'shared' | 'subscribed' | 'unsubscribed' | 'moved'}`;
  type Failed = `failed.${'save' | 'delete' | 'share' | 'subscribe' | 'unsubscribe' | 'move' | 'reorder'}`;

  const refresh = async (...what: ('shelves' | 'lists')[]): Promise<void> => {
    await Promise.all([
      what.includes('shelves') ? mutate(SHELVES_PATH) : undefined,
      what.includes('lists') ? mutate(isLibraryList) : undefined,
    ]);
  };

  const attempt = async <T>(act: () => Promise<T>, done: Done | null, failed: Failed): Promise<T | null> => {
    try {
      const result = await act();
      if (done) showMessage('success', t(done), { about: failed });
      return result;
    } catch (error) {
      showMessage('alert', t(failed), { about: failed });
      // What the server says of the request itself, beside the sentence for every failure.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        showMessage('warning', errorText(error, te), { about: failed });
      }
      return null;
    }
  };

  return {
    create: (looks: ShelfLooks): Promise<Shelf | null> =>
      attempt(
        async () => {
          const { shelf } = await callRoute(createShelfRoute, { body: looks, ...OPTIONS });
          await refresh('shelves');
          return shelf;
        },
        'done.created',
        'failed.save',
      ),

    update: (shelf: Shelf, looks: ShelfLooks): Promise<Shelf | null> =>
      attempt(
        async () => {
          const params = { shelfId: shelf.id };
          const answer = await callRoute(updateShelfRoute, { params, body: looks, ...OPTIONS });
          await refresh('shelves');
          return answer.shelf;
        },
        'done.updated',
        'failed.save',
      ),

    share: (shelf: Shelf, isPublic: boolean, tags: readonly string[]): Promise<Shelf | null> =>
      attempt(
        async () => {
          const body = { is_public: isPublic, tags: tags.join(',') };
          const params = { shelfId: shelf.id };
          const answer = await callRoute(updateShelfRoute, { params, body, ...OPTIONS });
          await refresh('shelves');
          return answer.shelf;
        },
        'done.shared',
        'failed.share',
      ),

    remove: async (shelf: Shelf): Promise<boolean> => {
      const done = await attempt(
        async () => {
          await callRoute(deleteShelfRoute, { params: { shelfId: shelf.id }, ...OPTIONS });
          await refresh('shelves', 'lists');
          return true;
        },
        'done.deleted',
        'failed.delete',
      );
      return done ?? false;
    },

    /** Follows a public shelf, or does so no longer. The new state, null where it failed. */
    follow: (name: string, wanted: boolean): Promise<boolean | null> =>
      attempt(
        async () => {
          const route = wanted ? subscribeToShelfRoute : unsubscribeFromShelfRoute;
          const answer = await callRoute(route, { params: { shelfId: name }, ...OPTIONS });
          await refresh('shelves');
          return answer.is_subscribed;
        },
        wanted ? 'done.subscribed' : 'done.unsubscribed',
        wanted ? 'failed.subscribe' : 'failed.unsubscribe',
      ),

    move: async (documentKey: string, shelfId: string): Promise<boolean> => {
      const done = await attempt(
        async () => {
          const params = { documentId: documentKey };
          await callRoute(moveToShelfRoute, { params, body: { shelf_id: shelfId }, ...OPTIONS });
          await refresh('shelves', 'lists');
          return true;
        },
        'done.moved',
        'failed.move',
      );
      return done ?? false;
    },

    /** Arranges documents of a shelf among themselves. */
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
      await refresh('lists');
      return done ?? false;
    },
  };
};
