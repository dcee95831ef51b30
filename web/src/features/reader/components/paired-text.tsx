import type { ContentItem } from '@hamkhan/contracts/content';
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { useSentenceLight } from '../hooks/use-sentence-light.js';
import './paired-text.css';

/** The rows on which items stand level with their counterparts, by id: in the order of the original, what only the translation has after it. */
export const rowsOf = (
  original: readonly ContentItem[],
  translated: readonly ContentItem[],
): ReadonlyMap<string, number> => {
  const rows = new Map<string, number>();
  for (const { id } of [...original, ...translated]) if (!rows.has(id)) rows.set(id, rows.size);
  return rows;
};

/** The grid row of an item, from 1. Interleaved, each row is two: the translation, and the original under it. */
export type RowOf = (id: string) => number;

/**
 * Two texts of a page item by item: side by side, level with each other, or the original under each paragraph. Each text is a frame of
 * its own over the same rows, so that each can be read, selected and noted on by itself.
 */
export const PairedText = ({
  way,
  original,
  translated,
  render,
}: {
  way: 'columns' | 'lines';
  original: readonly ContentItem[];
  translated: readonly ContentItem[];
  /** Draws one of the two texts with its items on the rows given. */
  render: (side: 'original' | 'translated', rowOf: RowOf) => ReactNode;
}) => {
  const host = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(original, translated), [original, translated]);
  const of = useMemo(() => {
    const step = way === 'lines' ? 2 : 1;
    const row = (after: number) => (id: string) => (rows.get(id) ?? 0) * step + 1 + after;
    return { translated: row(0), original: row(step - 1) };
  }, [rows, way]);
  useSentenceLight(host, original, translated, true);
  const style = { '--rows': rows.size * (way === 'lines' ? 2 : 1) } as CSSProperties;
  return (
    <div ref={host} className="pairs" data-way={way} style={style}>
      {render('translated', of.translated)}
      {render('original', of.original)}
    </div>
  );
};
