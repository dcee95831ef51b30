import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import type { EditMode } from '@hamkhan/contracts/http/editing';
import type { Suggestion } from '@hamkhan/contracts/http/suggestions';
import type { MediaFile } from '@hamkhan/contracts/http/media';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { StubCall, StubRoutes } from './api-stub.js';
import { showEditedReader } from './edited-reader.js';
import { editingRoutes } from './editing-server.js';
import { paragraph, readerDocument, readerPage } from './reader-document.js';
import { serve } from './reader-server.js';
import { signedInUser } from './signed-in-user.js';

/** Calls that change page 1, as `stubApi` names them. */
export const CREATE_SUGGESTION = 'POST document/page/page-0/suggestion/create/';
export const UPDATE_PAGE = 'POST document/page/page-0/update/';
export const LIST_SUGGESTIONS = 'GET document/page/page-0/suggestion/list/';

/** Paragraphs with the ids a, b, c… */
export const paragraphs = (...contents: string[]): ContentItem[] =>
  contents.map((content, at) => paragraph(content, String.fromCharCode(97 + at)));

export type EditedPageOptions = {
  /** The final translation of page 1; three paragraphs by default. */
  items?: ContentItem[];
  /** Other fields of page 1. */
  page?: Partial<ReaderPage>;
  suggestions?: Suggestion[];
  files?: MediaFile[];
  /** The user has only the preview. */
  isPreview?: boolean;
  routes?: StubRoutes;
};

/** Opens page 1 of a book of two pages for a user who edits it in the given mode. */
export const openEditedPage = async (
  mode: EditMode,
  {
    items = paragraphs('یک', 'دو', 'سه'),
    page,
    suggestions,
    files,
    isPreview = false,
    routes = {},
  }: EditedPageOptions = {},
) => {
  const document = readerDocument({
    total_pages: 2,
    access: isPreview
      ? { full: false, reason: 'none' }
      : { full: true, reason: mode === 'suggest' ? 'free' : mode },
  });
  const pages = [readerPage(0, { translated_content_level2: { items }, ...page }), readerPage(1)];
  const state = { pages };
  const editing = editingRoutes(state, mode, { suggestions, files });
  const {
    calls,
    state: served,
    line,
  } = serve(document, pages, {
    'GET user/status/': { body: signedInUser({ is_staff: mode === 'staff' }) },
    ...editing.routes,
    ...routes,
  });
  state.pages = served.pages;
  const router = showEditedReader('/d/walden0001/?p=1');
  await screen.findByText('Page 1 of 2', { selector: '.sheet__head *' });

  /** Changes page 1 on the server, which announces it in the event stream. */
  const changeOnServer = async (part: Partial<ReaderPage>) => {
    const [first] = served.pages;
    if (!first) throw new Error('there is no page');
    const changed = { ...first, ...part, revision: first.revision + 1 };
    served.pages[0] = changed;
    await act(async () => {
      line.send('page', { ...changed, document_key: document.key });
      await Promise.resolve();
    });
  };
  return { ...editing, calls, router, served, line, changeOnServer };
};

export const click = async (element: Element) => {
  await act(async () => {
    fireEvent.click(element);
    await Promise.resolve();
  });
};
export const button = (name: RegExp | string, host: Element = document.body) =>
  within(host as HTMLElement).getByRole('button', { name });
export const openMenu = async (name: RegExp, host: Element = document.body) => {
  await click(button(name, host));
  return screen.findByRole('menu');
};

/** The button that turns edit mode on and off. */
export const editToggle = () => button(/^(Edit pages|Stop editing)$/);
export const turnEditModeOn = async () => {
  await click(editToggle());
  await screen.findByRole('list', { name: 'Items of this page' });
};
export const rows = () => [...document.querySelectorAll<HTMLElement>('[data-edit-row]')];
export const rowTexts = () =>
  rows().map((row) => row.querySelector('.edit-row__text')?.textContent ?? 'open');
export const editRow = (row: number) => click(button(/^Edit /, rows()[row]));
export const deleteRow = (row: number) => click(button(/^Delete /, rows()[row]));

/** The editor of the open item. */
export const itemEditor = () => document.querySelector<HTMLElement>('.item-editor');
export const editorField = () => {
  const found = itemEditor()?.querySelector<HTMLTextAreaElement>('textarea');
  if (!found) throw new Error('no item is open');
  return found;
};
export const typeText = (text: string, element: HTMLElement = editorField()) =>
  act(() => void fireEvent.change(element, { target: { value: text } }));

/** The items in the form of a save. */
export const sentItems = (call: StubCall): ContentItem[] => {
  const text = call.form['suggested_content'] ?? call.form['content'];
  return (JSON.parse(typeof text === 'string' ? text : '') as { items: ContentItem[] }).items;
};
export const sentTexts = (call: StubCall): string[] => sentItems(call).map(({ content }) => content);
/** The calls that save, without the one for the CSRF token. */
export const saveCalls = (calls: readonly StubCall[]) =>
  calls.filter(({ method, path }) => method === 'POST' && !path.endsWith('/csrf/'));
