import { type RefObject, useEffect, useRef } from 'react';

/** The visible page is first determined this long after the first render, in milliseconds (RDR-CONT-03). */
export const FIRST_CHECK_MS = 500;
/** While scrolling, a page is reported at most this often: browsers allow about a hundred address changes in half a minute. */
const REPORT_INTERVAL_MS = 300;
/** A page that was scrolled to is kept in place for this long while the pages before it get their heights, in milliseconds. */
const SETTLE_MS = 2_000;
/** Input that moves the page, after which it is no longer kept in place. */
const SCROLL_INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** The page that fills most of the window. */
const mostVisiblePage = (frames: readonly HTMLElement[]): number | null => {
  let best: number | null = null;
  let bestHeight = 0;
  for (const frame of frames) {
    const { top, bottom } = frame.getBoundingClientRect();
    const height = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
    if (height > bestHeight) {
      bestHeight = height;
      best = Number(frame.dataset['page']);
    }
  }
  return best;
};

/** What the scroll position and `page` have in common. */
type PagePosition = {
  /** The visible page. */
  visible: RefObject<number | null>;
  /** Pages that were reported and have not come back as `page` yet. */
  reported: RefObject<Set<number>>;
  /** The page that was scrolled to, while it is kept in place. */
  target: RefObject<{ page: number; until: number } | null>;
};

/** Scrolls to a page that was chosen elsewhere. */
const useScrollToPage = (page: number, scrollToPage: (page: number) => void): PagePosition => {
  const visible = useRef<number | null>(null);
  const reported = useRef(new Set<number>());
  const target = useRef<{ page: number; until: number } | null>(null);
  useEffect(() => {
    const wasReported = reported.current.has(page);
    reported.current.clear();
    if (visible.current === page || wasReported) return;
    visible.current = page;
    target.current = { page, until: Date.now() + SETTLE_MS };
    scrollToPage(page);
  }, [page, scrollToPage]);
  return { visible, reported, target };
};

/** Calls `check` once after the first render and then while scrolling, and `onInput` when the user moves the page. */
const watchScrolling = (check: () => void, onInput: () => void): (() => void) => {
  let isReady = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    waiting = undefined;
    check();
  };
  const onScroll = () => {
    if (isReady) waiting ??= setTimeout(run, REPORT_INTERVAL_MS);
  };
  const firstCheck = setTimeout(() => {
    isReady = true;
    run();
  }, FIRST_CHECK_MS);
  window.addEventListener('scroll', onScroll, { passive: true });
  for (const input of SCROLL_INPUTS) window.addEventListener(input, onInput, { passive: true });
  return () => {
    clearTimeout(firstCheck);
    clearTimeout(waiting);
    window.removeEventListener('scroll', onScroll);
    for (const input of SCROLL_INPUTS) window.removeEventListener(input, onInput);
  };
};

/**
 * Keeps `page` and the scroll position together: scrolls to a page chosen elsewhere (a link, a key, the contents), and reports
 * the page that scrolling brings into view. `host` holds the pages as `[data-page]`, `headHeight` is covered by the header.
 */
export const useVisiblePage = (
  host: RefObject<HTMLElement | null>,
  {
    page,
    headHeight,
    scrollToPage,
    onPage,
  }: {
    page: number;
    headHeight: number;
    scrollToPage: (page: number) => void;
    onPage: (page: number) => void;
  },
): void => {
  const { visible, reported, target } = useScrollToPage(page, scrollToPage);
  const latest = useRef({ onPage, scrollToPage });
  useEffect(() => {
    latest.current = { onPage, scrollToPage };
  });
  useEffect(() => {
    /** Scrolls back to the target page while pages above it are still growing; false when that is not needed. */
    const keepTarget = (): boolean => {
      const wanted = target.current;
      if (!wanted || wanted.page !== visible.current || Date.now() >= wanted.until) return false;
      const frame = host.current?.querySelector(`[data-page="${wanted.page}"]`);
      if (frame && frame.getBoundingClientRect().top <= headHeight + 1) return false;
      latest.current.scrollToPage(wanted.page);
      return true;
    };
    const check = () => {
      const frames = host.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [];
      const best = mostVisiblePage([...frames]);
      if (best === null || best === visible.current || keepTarget()) return;
      visible.current = best;
      reported.current.add(best);
      latest.current.onPage(best);
    };
    return watchScrolling(check, () => {
      target.current = null;
    });
  }, [host, headHeight, visible, reported, target]);
};
