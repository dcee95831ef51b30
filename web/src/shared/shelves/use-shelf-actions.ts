import {
  DocumentMovedResponse,
  ShelfDoneResponse,
  ShelfResponse,
  SubscriptionResponse,
  type Shelf,
  type ShelfIcon,
} from '@hamkhan/contracts/http/shelves';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { ApiError } from '../api/api-error.js';
import { apiDelete, apiPost } from '../api/client.js';
import { publicShelfPath, SHELVES_PATH } from '../api/shelves.js';
import { errorText } from '../i18n/error-text.js';
import { showMessage } from '../ui/messages.js';

export type ShelfLooks = { name: string; description: string; icon: ShelfIcon };

const LIBRARY_PATH = 'document/user/document/list/';
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
          const { shelf } = await apiPost('document/user/shelf/create/', ShelfResponse, looks, OPTIONS);
          await refresh('shelves');
          return shelf;
        },
        'done.created',
        'failed.save',
      ),

    update: (shelf: Shelf, looks: ShelfLooks): Promise<Shelf | null> =>
      attempt(
        async () => {
          const path = `document/user/shelf/${shelf.id}/update/`;
          const answer = await apiPost(path, ShelfResponse, looks, OPTIONS);
          await refresh('shelves');
          return answer.shelf;
        },
        'done.updated',
        'failed.save',
      ),

    share: (shelf: Shelf, isPublic: boolean, tags: readonly string[]): Promise<Shelf | null> =>
      attempt(
        async () => {
          const form = { is_public: isPublic, tags: tags.join(',') };
          const path = `document/user/shelf/${shelf.id}/update/`;
          const answer = await apiPost(path, ShelfResponse, form, OPTIONS);
          await refresh('shelves');
          return answer.shelf;
        },
        'done.shared',
        'failed.share',
      ),

    remove: async (shelf: Shelf): Promise<boolean> => {
      const done = await attempt(
        async () => {
          await apiDelete(`document/user/shelf/${shelf.id}/delete/`, ShelfDoneResponse, OPTIONS);
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
          const path = `${publicShelfPath(name)}${wanted ? 'subscribe' : 'unsubscribe'}/`;
          const answer = await apiPost(path, SubscriptionResponse, {}, OPTIONS);
          await refresh('shelves');
          return answer.is_subscribed;
        },
        wanted ? 'done.subscribed' : 'done.unsubscribed',
        wanted ? 'failed.subscribe' : 'failed.unsubscribe',
      ),

    move: async (documentKey: string, shelfId: string): Promise<boolean> => {
      const done = await attempt(
        async () => {
          const path = `document/user/document/${documentKey}/move-to-shelf/`;
          await apiPost(path, DocumentMovedResponse, { shelf_id: shelfId }, OPTIONS);
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
          const form = { document_ids: JSON.stringify(documentIds) };
          await apiPost(`document/user/shelf/${shelfId}/reorder/`, ShelfDoneResponse, form, OPTIONS);
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
