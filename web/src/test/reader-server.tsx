import type { DocumentMetadata, PagesResponse, ReaderPage as Page } from '@hamkhan/contracts/http/documents';
import { act, fireEvent } from '@testing-library/react';
import { ReaderPage } from '../features/reader/pages/reader-page.js';
import { type StubAnswer, stubApi, type StubCall, type StubRoutes } from './api-stub.js';
import { metadataAnswer, readerPage } from './reader-document.js';
import { showRoutes } from './screen.js';

/** An open event stream: sends an event; the queries of the requests for it. */
export type Line = { send: (event: string, data: unknown) => void; asked: string[] };

/** Replaces the event stream with one that stays open and sends the events of the test. */
export const holdEvents = (): Line => {
  const rest = globalThis.fetch;
  const asked: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  const texts: string[] = [];
  globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    if (url.pathname !== '/api/document/events/') return rest(input, init);
    asked.push(url.search);
    const read = () =>
      new Promise<{ done: false; value: Uint8Array }>((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        const give = (text: string) => resolve({ done: false, value: new TextEncoder().encode(text) });
        const text = texts.shift();
        if (text === undefined) waiting.push(give);
        else give(text);
      });
    return Promise.resolve({
      ok: true,
      status: 200,
      body: { getReader: () => ({ read }) },
    } as unknown as Response);
  };
  return {
    asked,
    send: (event, data) => {
      const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      const give = waiting.shift();
      if (give) give(text);
      else texts.push(text);
    },
  };
};

/** Calls of the document `walden0001`, as `stubApi` names them. */
export const METADATA = 'GET document/metadata/walden0001/';
export const PAGES = 'GET document/pages/walden0001/';

/** A server with one document, which can be changed while it runs. */
export const serve = (document: DocumentMetadata, pages: Page[], routes: StubRoutes = {}) => {
  const state = { document, pages };
  const permitted = (page: Page) =>
    state.document.access.full ||
    (page.page_number >= document.preview_pages.from && page.page_number <= document.preview_pages.to);
  const calls = stubApi({
    [METADATA]: ({ query }) => {
      const page = state.pages[Number(query['page'] ?? 0)];
      return { body: metadataAnswer(state.document, page && permitted(page) ? page : null) };
    },
    [PAGES]: ({ query }): StubAnswer => {
      const [page, size] = [Number(query['page']), Number(query['per_page'])];
      const answer: PagesResponse = {
        pages: state.pages.slice((page - 1) * size, page * size).filter(permitted),
        pagination: { page, per_page: size, total_items: state.pages.length },
      };
      return { body: answer };
    },
    ...routes,
  });
  return { state, calls, line: holdEvents() };
};
/** Finished pages. */
export const pagesOf = (count: number) => Array.from({ length: count }, (_, number) => readerPage(number));
/** Shows the reader at an address. */
export const show = (path = '/d/walden0001/') =>
  showRoutes(
    [
      { path: '/d/:documentId/', element: <ReaderPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
export const addressOf = (router: ReturnType<typeof show>) => router.state.location.search;
/** The queries of the calls to `document/…/`. */
export const callsTo = (calls: readonly StubCall[], path: string) =>
  calls.filter((call) => call.path.startsWith(`/api/document/${path}/`)).map((call) => call.query);
/** Presses a key on the window. */
export const press = (key: string, more: object = {}) =>
  act(async () => {
    fireEvent.keyDown(window, { key, ...more });
    await Promise.resolve();
  });
/** The user has not asked for reduced motion. */
export const allowMotion = () => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({
    ...matchMedia(query),
    matches: query.includes('reduced-motion') ? false : matchMedia(query).matches,
  });
};
