import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { EDIT_TYPES, type EditMode, type EditType, versionOfEdit } from '@hamkhan/contracts/http/editing';
import type { HistoryEntry, Suggestion, SuggestionListResponse } from '@hamkhan/contracts/http/suggestions';
import { editSummary } from '@hamkhan/contracts/item-changes';
import type { MediaFile } from '@hamkhan/contracts/http/media';
import type { StubAnswer, StubCall, StubRoutes } from './api-stub.js';

const PAGE = 'page-0';
/** Ids of created suggestions. */
const MADE = Array.from({ length: 9 }, (_, at) => `made-${at + 1}`);
const PLACES = ['content', 'translated_content', 'translated_content_level2'] as const;
const textOf = (page: ReaderPage, type: EditType): ContentItem[] =>
  page[PLACES[versionOfEdit(type)] ?? 'content']?.items ?? [];

/** A suggestion of another user; by default a pending one for version 2. */
export const suggestion = (id: string, part: Partial<Suggestion> = {}): Suggestion => ({
  id,
  page_id: PAGE,
  title: `Title ${id}`,
  description: `Words ${id}`,
  edit_type: 'translation_2',
  created_date: '2026-01-02T03:04:05.000Z',
  user: { name: 'Ali Rezaei' },
  applied_at: null,
  edit_summary: { items_added: 1, items_removed: 2, items_modified: 3 },
  status: 'pending',
  modified_date: '2026-01-02T03:04:05.000Z',
  own: false,
  page_changed: false,
  suggested_content: { items: [{ id: 'a', type: 'text', content: 'نهایی تازه' }] },
  base_content: { items: [{ id: 'a', type: 'text', content: 'نهایی کهنه' }] },
  ...part,
});

type Counts = SuggestionListResponse['other_suggestions_count'];
const byType = <T>(of: (type: EditType) => T): Record<EditType, T> => ({
  content: of('content'),
  translation_1: of('translation_1'),
  translation_2: of('translation_2'),
});

/** A fake server for editing page 1; edits change `pages`. */
export const editingRoutes = (
  state: { pages: ReaderPage[] },
  mode: EditMode,
  known: { suggestions?: Suggestion[]; files?: MediaFile[] } = {},
): {
  routes: StubRoutes;
  suggestions: Suggestion[];
  refuse: (route: string, answer: StubAnswer | null) => void;
} => {
  const suggestions = known.suggestions ?? [];
  const refusals = new Map<string, StubAnswer>();
  let made = 0;
  const page = (): ReaderPage => {
    const [first] = state.pages;
    if (!first) throw new Error('there is no page');
    return first;
  };
  const put = (type: EditType, items: ContentItem[]): ReaderPage => {
    const name = PLACES[versionOfEdit(type)] ?? 'content';
    const next = {
      ...page(),
      revision: page().revision + 1,
      [name]: { ...page()[name], items },
    };
    state.pages[0] = next;
    return next;
  };
  const field = (call: StubCall, name: string): string => {
    const value = call.form[name];
    return typeof value === 'string' ? value : '';
  };
  const itemsOf = (text: string): ContentItem[] => (JSON.parse(text) as { items: ContentItem[] }).items;
  const counted = (of: (one: Suggestion) => boolean): Counts =>
    byType((type) => suggestions.filter((one) => one.edit_type === type && of(one)).length);
  const paged = (call: StubCall, of: (one: Suggestion) => boolean) => {
    const [number, size] = [Number(call.query['page']), Number(call.query['per_page'])];
    const all = suggestions.filter((one) => one.edit_type === call.query['edit_type'] && of(one));
    return {
      status: 'success',
      total: all.length,
      page: number,
      per_page: size,
      part: all.slice((number - 1) * size, number * size),
    };
  };
  const saved = (one: Suggestion): StubAnswer => {
    const isAtOnce = mode === 'owner';
    if (isAtOnce) Object.assign(one, { status: 'applied', applied_at: '2026-01-03T00:00:00.000Z' });
    return {
      body: {
        status: 'success',
        suggestion: one,
        conflict: false,
        page: isAtOnce ? put(one.edit_type, one.suggested_content.items) : null,
      },
    };
  };
  const routes: StubRoutes = {
    [`GET document/page/${PAGE}/suggestion/list/`]: () => ({
      body: {
        status: 'success',
        edit_mode: mode,
        user_suggestions: byType(
          (type) =>
            suggestions.find((one) => one.own && one.status === 'pending' && one.edit_type === type) ?? null,
        ),
        other_suggestions_count: counted((one) => !one.own && one.status === 'pending'),
        history_count: counted((one) => one.status === 'applied'),
      },
    }),
    [`GET document/page/${PAGE}/suggestion/others/`]: (call) => {
      const { part, ...rest } = paged(call, (one) => !one.own && one.status === 'pending');
      return { body: { ...rest, suggestions: part } };
    },
    [`GET document/page/${PAGE}/suggestion/history/`]: (call) => {
      const { part, ...rest } = paged(call, (one) => one.applied_at !== null);
      return { body: { ...rest, history: part as unknown as HistoryEntry[] } };
    },
    [`POST document/page/${PAGE}/suggestion/create/`]: (call) => {
      const type = EDIT_TYPES.find((one) => one === field(call, 'edit_type')) ?? 'content';
      const items = itemsOf(field(call, 'suggested_content'));
      const base = textOf(page(), type);
      made += 1;
      const one = suggestion(`made-${made}`, {
        title: field(call, 'title'),
        description: field(call, 'description'),
        edit_type: type,
        own: true,
        user: { name: 'Mina Rostami' },
        suggested_content: { items },
        base_content: { items: base },
        edit_summary: editSummary(base, items),
      });
      suggestions.push(one);
      return saved(one);
    },
    [`POST document/page/${PAGE}/update/`]: (call) => {
      const type = EDIT_TYPES[Number(field(call, 'translation_version'))] ?? 'content';
      return {
        body: { status: 'success', page: put(type, itemsOf(field(call, 'content'))), suggestion_id: null },
      };
    },
    'GET document/media/list/': ({ query }) => ({
      body: {
        status: 'success',
        document_media_files: (known.files ?? []).filter(({ type }) => type === query['type']),
      },
    }),
    'POST document/media/remove/': { body: { status: 'success' } },
    'GET knowledge/note/list/': { body: { status: 'success', notes: [] } },
  };
  const idOf = (call: StubCall): string => /suggestion\/([^/]+)\//.exec(call.path)?.[1] ?? '';
  const onOne =
    (act: (found: Suggestion, call: StubCall) => StubAnswer) =>
    (call: StubCall): StubAnswer => {
      const found = suggestions.find(({ id }) => id === idOf(call));
      return found
        ? act(found, call)
        : { status: 404, body: { status: 'error', error: 'suggestion not found' } };
    };
  for (const id of [...suggestions.map((one) => one.id), ...MADE]) {
    routes[`GET document/suggestion/${id}/`] = onOne((found) => ({
      body: { status: 'success', suggestion: found },
    }));
    routes[`POST document/suggestion/${id}/update/`] = onOne((found, call) => {
      Object.assign(found, {
        title: field(call, 'title') || found.title,
        description: field(call, 'description') || found.description,
        suggested_content: { items: itemsOf(field(call, 'suggested_content')) },
      });
      return saved(found);
    });
    routes[`POST document/suggestion/${id}/cancel/`] = onOne((found) => {
      found.status = 'cancelled';
      return { body: { status: 'success' } };
    });
    routes[`POST document/suggestion/${id}/apply/`] = onOne((found) => {
      Object.assign(found, { status: 'applied', applied_at: '2026-01-03T00:00:00.000Z' });
      const now = put(found.edit_type, found.suggested_content.items);
      return { body: { status: 'success', suggestion: found, page: now, conflict: false } };
    });
  }
  return {
    suggestions,
    refuse: (route, answer) => {
      if (answer === null) refusals.delete(route);
      else refusals.set(route, answer);
    },
    routes: Object.fromEntries(
      Object.entries(routes).map(([route, answer]) => [
        route,
        (call: StubCall) => refusals.get(route) ?? (typeof answer === 'function' ? answer(call) : answer),
      ]),
    ),
  };
};
