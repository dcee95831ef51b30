import '../../../test/web-globals.js';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { readerDocument } from '../../../test/reader-document.js';
import { addressOf, pagesOf, press, serve, show } from '../../../test/reader-server.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { FIRST_CHECK_MS } from '../hooks/use-visible-page.js';
import { ContinuousView } from './continuous-view.js';

/** Height of every page in these tests, and of the window. */
const HIGH = 1_000;
let scrolled = 0;

/** Lays pages out one under another, which jsdom does not. */
const layOut = () => {
  window.innerHeight = HIGH;
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrolled });
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => HIGH });
  const plain = HTMLElement.prototype.getBoundingClientRect;
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const { page } = this.dataset;
    if (page === undefined) return plain.call(this);
    const top = (Number(page) - 1) * HIGH - scrolled;
    return {
      top,
      bottom: top + HIGH,
      height: HIGH,
      width: 600,
      left: 0,
      right: 600,
      x: 0,
      y: top,
    } as DOMRect;
  });
  window.scrollTo = ((to: ScrollToOptions) => {
    scrolled = to.top ?? 0;
    queueMicrotask(() => window.dispatchEvent(new Event('scroll')));
  }) as typeof window.scrollTo;
};
const scroll = (top: number) =>
  act(async () => {
    window.dispatchEvent(new Event('wheel'));
    window.scrollTo({ top });
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
const drawn = () =>
  [...document.querySelectorAll<HTMLElement>('[data-page]')].map(({ dataset }) => Number(dataset['page']));

beforeEach(async () => {
  await startScreen('en');
  scrolled = 0;
  layOut();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(HTMLElement.prototype, 'offsetHeight');
});

describe('the continuous view', () => {
  it('renders only the pages near the window [RDR-CONT-01]', async () => {
    render(
      <ContinuousView from={1} count={200} page={1} onPage={() => {}}>
        {(page) => <p>sheet {page}</p>}
      </ContinuousView>,
    );
    await waitFor(() => expect(drawn().length).toBeGreaterThan(0));
    expect(drawn().length).toBeLessThan(6);
    await scroll(99 * HIGH);
    await waitFor(() => expect(drawn()).toContain(100));
    expect(drawn().length).toBeLessThan(6);
    expect(screen.queryByText('sheet 1')).toBeNull();
  });

  it('reports the page that fills most of the window [RDR-CONT-02]', async () => {
    setAuthToken('t');
    serve(readerDocument(), pagesOf(12));
    const router = show();
    await screen.findByText('نهایی 1');
    await press('c', { code: 'KeyC' });
    await waitFor(() => expect(drawn().length).toBeGreaterThan(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, FIRST_CHECK_MS + 100)));
    await scroll(3 * HIGH - 0.4 * HIGH);
    await waitFor(() => expect(addressOf(router)).toBe('?p=4'));
    await scroll(3 * HIGH - 0.6 * HIGH);
    await waitFor(() => expect(addressOf(router)).toBe('?p=3'));
  });

  it('first checks the visible page half a second after rendering [RDR-CONT-03]', () => {
    jest.useFakeTimers();
    const onPage = jest.fn<(page: number) => void>();
    render(
      <ContinuousView from={1} count={20} page={3} onPage={onPage}>
        {(page) => <p>sheet {page}</p>}
      </ContinuousView>,
    );
    act(() => {
      window.dispatchEvent(new Event('wheel'));
      scrolled = 4 * HIGH;
      window.dispatchEvent(new Event('scroll'));
      jest.advanceTimersByTime(FIRST_CHECK_MS - 1);
    });
    expect(onPage).not.toHaveBeenCalled();
    act(() => void jest.advanceTimersByTime(100));
    expect(FIRST_CHECK_MS).toBe(500);
    expect(onPage).toHaveBeenCalled();
  });
});
