import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import { LibraryPage } from '../features/library/pages/library-page.js';
import { useShelves } from '../shared/api/shelves.js';
import { stubApi, type StubAnswer, type StubCall, type StubRoutes } from './api-stub.js';
import { libraryItem } from './library-item.js';
import { showRoutes } from './screen.js';
import { shelfList, shelfRow } from './shelf.js';

export const LIST_LIBRARY = 'GET document/user/document/list/';
export const LIST_SHELVES = 'GET document/user/shelf/list/';
export const NOVELS = shelfRow({ document_count: 2 });
export const POEMS = shelfRow({ id: 'c'.repeat(24), key: 'poems000001', name: 'Poems', icon: 'mdi-heart' });
export const SUBSCRIBED = shelfRow({
  id: 'd'.repeat(24),
  key: 'follow00001',
  name: 'Followed',
  is_public: true,
  subscribed_shelf: true,
});
export const WALDEN = libraryItem({ shelf_id: NOVELS.id });

export const documentList = (...documents: LibraryItem[]) => ({
  body: { documents, total_documents: documents.length, total_pages: 1, current_page: 1 },
});
export const success = (body: object = {}): StubAnswer => ({ body: { status: 'success', ...body } });
export const savedShelf = (shelf: Shelf) => success({ shelf });

/** Shows the library with three shelves and one document. */
export const showLibrary = (routes: StubRoutes = {}, path = '/user/documents/') => {
  const calls = stubApi({
    [LIST_LIBRARY]: documentList(WALDEN),
    [LIST_SHELVES]: shelfList(NOVELS, POEMS, SUBSCRIBED),
    'GET untranslated/document-requests/': success({ requests: [] }),
    'GET document/events/': { status: 404 },
    'GET document/tag/list/': success({
      tags: ['Philosophy', 'History'].map((name) => ({
        id: name,
        name,
        translated_name: name === 'History' ? 'تاریخ' : 'فلسفه',
        is_category: true,
      })),
    }),
    ...routes,
  });
  const router = showRoutes(
    [
      { path: '/user/documents/', element: <LibraryPage /> },
      { path: '/other', element: <OtherScreen /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
  return { calls, router };
};
/** Another screen that loads the shelves. */
const OtherScreen = () => {
  const { shelves } = useShelves();
  return (
    <>
      <p>{shelves ? `${shelves.length} shelves` : 'no shelves'}</p>
      <Link to="/more">on</Link>
    </>
  );
};

export const shelfCalls = (calls: readonly StubCall[]) =>
  calls.filter(({ path }) => path === '/api/document/user/shelf/list/');
export const findTab = (name: RegExp) => screen.findByRole('tab', { name });
export const openTabMenu = async (shelf: RegExp, name: string) => {
  fireEvent.click(await findTab(shelf));
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.findAllByRole('menuitem');
};
export const findEntry = (name: string) => screen.findByRole('menuitem', { name });
export const openRowMenu = async (title = 'والدن') => {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
  await screen.findAllByRole('menuitem');
};
export const textsOf = (elements: readonly HTMLElement[]) =>
  elements.map((element) => element.textContent?.trim());
export const formText = ({ form }: StubCall, field: string): string => {
  const value = form[field];
  if (typeof value !== 'string') throw new Error(`no text in ${field}`);
  return value;
};

/** Replaces the clipboard; returns what is copied. */
export const stubClipboard = (): string[] => {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  return copied;
};
