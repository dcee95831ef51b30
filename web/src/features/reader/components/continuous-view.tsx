import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type Key, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import './continuous-view.css';

/** The page that fills most of the window is first looked for this long after the first pages stand, in milliseconds (RDR-CONT-03). */
export const FIRST_LOOK_MS = 500;
/** While it scrolls, the page is told no more often than this, in milliseconds: browsers bear a hundred addresses in half a minute. */
const TELL_MS = 300;
/** What a page is taken to be high until it was seen, in pixels. */
const GUESS = 1000;
/** Pages beside the window that are kept drawn. */
const BESIDE = 1;
/** A page that was gone to is brought back to its place for this long while those before it take their heights, in milliseconds. */
const SETTLE_MS = 2_000;
/** What a reader does when they move on by themselves. */
const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
/** Height of the head of the reader, in pixels. */
const HEAD = 58;

export type ContinuousViewProps = {
  /** One-based page of each entry. */
  from: number;
  count: number;
  /** The page that is read, one-based. */
  page: number;
  /** The reader has scrolled to another page. */
  onPage: (page: number) => void;
  children: (page: number) => ReactNode;
};

/** How much of each page the window shows, and which shows most. */
const mostVisible = (entries: Iterable<{ page: number; top: number; bottom: number }>): number | null => {
  let best: number | null = null;
  let most = 0;
  for (const { page, top, bottom } of entries) {
    const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
    if (seen > most) {
      most = seen;
      best = page;
    }
  }
  return best;
};

/** What grows or shrinks above the line under the bar moves nothing that is read: pages change while their translation comes. */
const keepReadLineStill = (virtual: Virtualizer<Window, Element>): void => {
  const measured = new Set<Key>();
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _, { scrollOffset }) => {
    const line = (scrollOffset ?? 0) + HEAD;
    const isKnown = measured.has(item.key);
    measured.add(item.key);
    return isKnown ? item.end <= line + 1 : item.start < line - 1;
  };
};

/** Every page one under another, of which only those near the window are drawn (RDR-CONT-01). */
export const ContinuousView = ({ from, count, page, onPage, children }: ContinuousViewProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = host.current?.getBoundingClientRect().top ?? 0;
    setMargin(top + window.scrollY);
  }, []);

  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => GUESS,
    overscan: BESIDE,
    scrollMargin: margin,
    scrollPaddingStart: HEAD,
    // Pages come with the next frame: waiting for them would hold up this one.
    useFlushSync: false,
    getItemKey: (index) => from + index,
  });

  useLayoutEffect(() => keepReadLineStill(virtual), [virtual]);

  // The page that scrolling has led to; a page from elsewhere (a link, a key, the contents) is scrolled to.
  const seen = useRef<number | null>(null);
  // Pages that were told of and have not come back yet.
  const told = useRef(new Set<number>());
  const isSet = useRef(false);
  const aim = useRef<{ page: number; until: number } | null>(null);
  useEffect(() => {
    const isOurs = told.current.has(page);
    told.current.clear();
    if (seen.current === page || isOurs) return;
    seen.current = page;
    aim.current = { page, until: Date.now() + SETTLE_MS };
    virtual.scrollToIndex(Math.min(count - 1, Math.max(0, page - from)), { align: 'start' });
  }, [page, from, count, virtual]);

  const latest = useRef(onPage);
  const goTo = useRef((_: number) => {});
  useEffect(() => {
    latest.current = onPage;
    goTo.current = (wanted) =>
      virtual.scrollToIndex(Math.min(count - 1, Math.max(0, wanted - from)), { align: 'start' });
  });
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      waiting = undefined;
      const frames = host.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [];
      const best = mostVisible(
        [...frames].map((frame) => {
          const { top, bottom } = frame.getBoundingClientRect();
          return { page: Number(frame.dataset['page']), top, bottom };
        }),
      );
      if (best === null || best === seen.current) return;
      const wanted = aim.current;
      if (wanted && wanted.page === seen.current && Date.now() < wanted.until) {
        const frame = host.current?.querySelector(`[data-page="${wanted.page}"]`);
        if (!frame || frame.getBoundingClientRect().top > HEAD + 1) {
          goTo.current(wanted.page);
          return;
        }
      }
      seen.current = best;
      told.current.add(best);
      latest.current(best);
    };
    const onScroll = () => {
      if (isSet.current) waiting ??= setTimeout(look, TELL_MS);
    };
    const timer = setTimeout(() => {
      isSet.current = true;
      look();
    }, FIRST_LOOK_MS);
    const onHand = () => {
      aim.current = null;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    for (const one of HANDS) window.addEventListener(one, onHand, { passive: true });
    return () => {
      clearTimeout(timer);
      clearTimeout(waiting);
      window.removeEventListener('scroll', onScroll);
      for (const one of HANDS) window.removeEventListener(one, onHand);
    };
  }, []);

  return (
    <div ref={host} className="continuous" style={{ blockSize: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => (
        <div
          key={item.key}
          ref={virtual.measureElement}
          className="continuous__page"
          data-index={item.index}
          data-page={from + item.index}
          style={{ transform: `translateY(${item.start - margin}px)` }}
        >
          {children(from + item.index)}
        </div>
      ))}
    </div>
  );
};
