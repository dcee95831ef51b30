import type { ContentItem } from '@hamkhan/contracts/content';
import { EditConflict, type EditMode, type EditType, versionOfEdit } from '@hamkhan/contracts/http/editing';
import {
  type OtherSuggestionsResponse,
  PendingSuggestion,
  type SuggestionHistoryResponse,
  type SuggestionListResponse,
  type SuggestionResponse,
  type SuggestionSavedResponse,
} from '@hamkhan/contracts/http/suggestions';
import { updatePageRoute } from '@hamkhan/contracts/routes/editing';
import {
  applySuggestionRoute,
  cancelSuggestionRoute,
  createSuggestionRoute,
  listOtherSuggestionsRoute,
  listSuggestionsRoute,
  suggestionHistoryRoute,
  suggestionRoute,
  updateSuggestionRoute,
} from '@hamkhan/contracts/routes/suggestions';
import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';
import { useCurrentUser } from '../../../shared/api/session.js';
import type { SuggestionTexts } from '../lib/edit-session.js';
import type { Conflict, SaveResult, WorkingCopy } from '../lib/working-copy.js';

const own = { ownErrors: true } as const;

/** Cache keys include the user and the page, so that a change refreshes what it affects. */
const LIST = 'suggestion/list';
const OTHERS = 'suggestion/others';
const HISTORY = 'suggestion/history';
const ONE = 'suggestion';

/** The suggestions for a page and the user's role; fetched once the user is known, while `wanted`. */
export const usePageSuggestions = (pageId: string, wanted = true) => {
  const { user } = useCurrentUser();
  const { data, error, isValidating, mutate } = useSWR<SuggestionListResponse, ApiError>(
    user && wanted ? [LIST, user.id, pageId] : null,
    () => callRoute(listSuggestionsRoute, { params: { pageId }, ...own }),
    { revalidateOnFocus: false },
  );
  return {
    list: data,
    userId: user?.id,
    error,
    retrying: isValidating,
    retry: useCallback(() => void mutate(), [mutate]),
  };
};

export type PagedQuery = { pageId: string; type: EditType; page: number; perPage: number };
const queryOf = ({ type, page, perPage }: PagedQuery) => ({ edit_type: type, page, per_page: perPage });

/** Pending suggestions of others; the server sends them only to the owner and staff. */
export const useOtherSuggestions = (query: PagedQuery, wanted: boolean) => {
  const { user } = useCurrentUser();
  const { pageId, type, page, perPage } = query;
  const { data, error, isValidating, mutate } = useSWR<OtherSuggestionsResponse, ApiError>(
    user && wanted ? [OTHERS, user.id, pageId, type, page, perPage] : null,
    () => callRoute(listOtherSuggestionsRoute, { params: { pageId }, query: queryOf(query), ...own }),
    { keepPreviousData: true },
  );
  return { response: data, error, retrying: isValidating, retry: () => void mutate() };
};

/** Suggestions that became part of the page, newest first. */
export const useHistory = (query: PagedQuery) => {
  const { user } = useCurrentUser();
  const { pageId, type, page, perPage } = query;
  const { data, error, isValidating, mutate } = useSWR<SuggestionHistoryResponse, ApiError>(
    user ? [HISTORY, user.id, pageId, type, page, perPage] : null,
    () => callRoute(suggestionHistoryRoute, { params: { pageId }, query: queryOf(query), ...own }),
    { keepPreviousData: true },
  );
  return { response: data, error, retrying: isValidating, retry: () => void mutate() };
};

/** One suggestion with its items. */
export const useSuggestion = (id: string) => {
  const { user } = useCurrentUser();
  const { data, error, isValidating, mutate } = useSWR<SuggestionResponse, ApiError>(
    user ? [ONE, user.id, id] : null,
    () => callRoute(suggestionRoute, { params: { suggestionId: id }, ...own }),
  );
  return { suggestion: data?.suggestion, error, retrying: isValidating, retry: () => void mutate() };
};

const isRefusal = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.code === code;

/** The conflict in the response to a refused edit. */
export const readConflict = (error: unknown): Conflict | null =>
  isRefusal(error, 'EDITING.CONFLICT') ? (EditConflict.safeParse(error.body).data ?? null) : null;

const contentOf = (items: readonly ContentItem[]): string => JSON.stringify({ items });

/** Staff change the page itself, without a history (RDR-EDIT-15). */
const updatePage = async ({ target: place, items, revision }: WorkingCopy): Promise<SaveResult> => {
  const { page } = await callRoute(updatePageRoute, {
    params: { pageId: place.pageId },
    body: { content: contentOf(items), translation_version: versionOfEdit(place.type), revision },
    ...own,
  });
  return { suggestionId: null, page, items: null };
};

/** Saves the whole text as one suggestion: the pending one, or a new one (RDR-SUGGEST-09). */
const saveSuggestion = async (copy: WorkingCopy, texts: SuggestionTexts | null): Promise<SaveResult> => {
  const { target: place, items, revision, suggestionId } = copy;
  // The server generates missing or empty texts from the changes (decisions.md G51).
  const fields = { ...texts, suggested_content: contentOf(items), revision };
  const update = (id: string) =>
    callRoute(updateSuggestionRoute, { params: { suggestionId: id }, body: fields, ...own });
  const create = async () => {
    try {
      return await callRoute(createSuggestionRoute, {
        params: { pageId: place.pageId },
        body: { edit_type: place.type, ...fields },
        ...own,
      });
    } catch (error) {
      // Another device has created one meanwhile: update that one.
      const pending = isRefusal(error, 'SUGGESTIONS.PENDING_EXISTS')
        ? PendingSuggestion.safeParse(error.body).data
        : undefined;
      if (!pending) throw error;
      return update(pending.suggestion_id);
    }
  };
  const save = async () => {
    if (suggestionId === null) return create();
    try {
      return await update(suggestionId);
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (!isGone && !isRefusal(error, 'SUGGESTIONS.CLOSED')) throw error;
      return create();
    }
  };
  const { suggestion, page } = await save();
  return {
    suggestionId: suggestion.id,
    page,
    items: page ? null : suggestion.suggested_content.items,
  };
};

/** Saves a text according to the user's role (decisions.md G08). Throws ApiError. */
export const saveCopy = (
  mode: EditMode,
  copy: WorkingCopy,
  texts: SuggestionTexts | null,
): Promise<SaveResult> => (mode === 'staff' ? updatePage(copy) : saveSuggestion(copy, texts));

/** Changes suggestions and refreshes the page's lists. All throw ApiError. */
export const useSuggestionChanges = () => {
  const { mutate } = useSWRConfig();
  const refresh = useCallback(
    async (pageId: string): Promise<void> => {
      await mutate(
        (key) =>
          Array.isArray(key) && [LIST, OTHERS, HISTORY].includes(key[0] as string) && key[2] === pageId,
      );
    },
    [mutate],
  );
  return {
    refresh,
    cancel: useCallback(
      async (id: string, pageId: string): Promise<void> => {
        await callRoute(cancelSuggestionRoute, { params: { suggestionId: id }, ...own });
        await refresh(pageId);
      },
      [refresh],
    ),
    apply: useCallback(
      async (id: string, pageId: string, force: boolean): Promise<SuggestionSavedResponse> => {
        const response = await callRoute(applySuggestionRoute, {
          params: { suggestionId: id },
          body: force ? { force: '1' } : {},
          ...own,
        });
        void refresh(pageId);
        return response;
      },
      [refresh],
    ),
  };
};
