import type { CreateNoteRequest, Note, UpdateNoteRequest } from '@hamkhan/contracts/http/notes';
import {
  createNoteRoute,
  deleteNoteRoute,
  listNotesRoute,
  listNoteTagsRoute,
  updateNoteRoute,
} from '@hamkhan/contracts/routes/notes';
import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';
import { useCurrentUser } from '../../../shared/api/session.js';

const LIST_PATH = listNotesRoute.path;
const TAGS_PATH = listNoteTagsRoute.path;
/** Cache keys include the user, so that nobody sees another user's notes (ACC-NOTES-13). */
type ListKey = readonly [typeof LIST_PATH, userId: string, documentKey: string | null];
const isListKey = (key: unknown): key is ListKey => Array.isArray(key) && key[0] === LIST_PATH;

/** The user's notes, newest first: on one document, or on all. Fetched once the user is known. */
export const useNotes = (documentKey: string | null) => {
  const { user } = useCurrentUser();
  const key: ListKey | null = user ? [LIST_PATH, user.id, documentKey] : null;
  const { data, error, isValidating, mutate } = useSWR<readonly Note[], ApiError>(key, async () => {
    const query = documentKey === null ? {} : { document_key: documentKey };
    return (await callRoute(listNotesRoute, { query, ownErrors: true })).notes;
  });
  return { notes: data, error, retrying: isValidating, retry: useCallback(() => void mutate(), [mutate]) };
};

/** The names of the user's tags; fetched only while `wanted`. */
export const useTagNames = (wanted: boolean): readonly string[] => {
  const { user } = useCurrentUser();
  const { data } = useSWR<readonly string[], ApiError>(
    user && wanted ? [TAGS_PATH, user.id] : null,
    async () => (await callRoute(listNoteTagsRoute, { ownErrors: true })).tags.map(({ name }) => name),
  );
  return data ?? [];
};

export type NewNote = Omit<CreateNoteRequest, 'version' | 'item_id'> &
  Required<Pick<CreateNoteRequest, 'version' | 'item_id'>>;

/** Creates, updates and deletes notes, and updates every cached list with the result. All throw ApiError. */
export const useNoteChanges = () => {
  const { mutate } = useSWRConfig();
  const change = useCallback(
    async (next: (notes: readonly Note[]) => readonly Note[], documentKey: string | null) => {
      await mutate<readonly Note[]>(
        (key) => isListKey(key) && (documentKey === null || key[2] === null || key[2] === documentKey),
        (notes) => notes && next(notes),
        { revalidate: false },
      );
    },
    [mutate],
  );
  const changeTags = useCallback(() => mutate((key) => Array.isArray(key) && key[0] === TAGS_PATH), [mutate]);

  return {
    create: async ({ tags, ...note }: NewNote): Promise<Note> => {
      const body = { ...note, tags: JSON.stringify(tags) };
      const { note: created } = await callRoute(createNoteRoute, { body, ownErrors: true });
      await change(
        (notes) => [created, ...notes.filter(({ id }) => id !== created.id)],
        created.document.key,
      );
      if (tags.length > 0) void changeTags();
      return created;
    },
    update: async (id: string, fields: UpdateNoteRequest): Promise<Note> => {
      const params = { noteId: id };
      const { note } = await callRoute(updateNoteRoute, { params, body: fields, ownErrors: true });
      await change((notes) => notes.map((one) => (one.id === id ? note : one)), null);
      if (fields.tags && fields.tags.length > 0) void changeTags();
      return note;
    },
    remove: async (id: string): Promise<void> => {
      await callRoute(deleteNoteRoute, { params: { noteId: id }, ownErrors: true });
      await change((notes) => notes.filter((one) => one.id !== id), null);
    },
  };
};
