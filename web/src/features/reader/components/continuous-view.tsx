import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type Key,
  type ReactNode,
  useCallback,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useVisiblePage } from '../hooks/use-visible-page.js';
import './continuous-view.css';

/** The assumed height of a page that has not been rendered yet, in pixels. */
const ESTIMATED_HEIGHT = 1000;
/** Pages outside the window that stay rendered on each side. */
const OVERSCAN = 1;
/** Height of the reader's header, in pixels. */
const HEAD_HEIGHT = 58;

export type ContinuousViewProps = {
  /** The one-based page of the first entry. */
  from: number;
  count: number;
  /** The page on screen, one-based. */
  page: number;
  /** The user has scrolled to another page. */
  onPage: (page: number) => void;
  children: (page: number) => ReactNode;
};

/** Pages change size when their translation arrives: the text below the header stays in place when a page above it does. */
const keepTextInPlace = (virtualizer: Virtualizer<Window, Element>): void => {
  const measured = new Set<Key>();
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _, { scrollOffset }) => {
    const line = (scrollOffset ?? 0) + HEAD_HEIGHT;
    const isKnown = measured.has(item.key);
    measured.add(item.key);
    return isKnown ? item.end <= line + 1 : item.start < line - 1;
  };
};

/** All pages below one another; only those near the window are rendered (RDR-CONT-01). */
export const ContinuousView = ({ from, count, page, onPage, children }: ContinuousViewProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = host.current?.getBoundingClientRect().top ?? 0;
    setMargin(top + window.scrollY);
  }, []);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ESTIMATED_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollPaddingStart: HEAD_HEIGHT,
    // Rendering new pages synchronously would delay the current frame; the next one is soon enough.
    useFlushSync: false,
    getItemKey: (index) => from + index,
  });

  // Before the first pages are measured, which happens when their refs attach.
  useInsertionEffect(() => keepTextInPlace(virtualizer), [virtualizer]);

  const scrollToPage = useCallback(
    (wanted: number) =>
      virtualizer.scrollToIndex(Math.min(count - 1, Math.max(0, wanted - from)), { align: 'start' }),
    [virtualizer, count, from],
  );
  useVisiblePage(host, { page, headHeight: HEAD_HEIGHT, scrollToPage, onPage });

  return (
    <div ref={host} className="continuous" style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => (
        <div
          key={item.key}
          ref={virtualizer.measureElement}
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
