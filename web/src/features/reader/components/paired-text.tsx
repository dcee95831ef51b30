import type { ContentItem } from '@hamkhan/contracts/content';
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { useSentenceHighlight } from '../hooks/use-sentence-highlight.js';
import './paired-text.css';

/** The shared rows of both texts by item id: in the order of the original, then the items only the translation has. */
export const alignedRows = (
  original: readonly ContentItem[],
  translated: readonly ContentItem[],
): ReadonlyMap<string, number> => {
  const rows = new Map<string, number>();
  for (const { id } of [...original, ...translated]) if (!rows.has(id)) rows.set(id, rows.size);
  return rows;
};

/** The grid row of an item, from 1. Interleaved texts use two grid rows: the translation, then the original. */
type RowOf = (id: string) => number;

/**
 * Two texts of a page aligned item by item: side by side, or the original under each paragraph. Each text has its own frame over
 * the same grid rows, so that it can be read, selected and annotated on its own.
 */
export const PairedText = ({
  layout,
  original,
  translated,
  render,
}: {
  layout: 'columns' | 'lines';
  original: readonly ContentItem[];
  translated: readonly ContentItem[];
  /** Renders one text, with its items on the given rows. */
  render: (side: 'original' | 'translated', rowOf: RowOf) => ReactNode;
}) => {
  const host = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => alignedRows(original, translated), [original, translated]);
  const rowsBySide = useMemo(() => {
    const step = layout === 'lines' ? 2 : 1;
    const row = (offset: number) => (id: string) => (rows.get(id) ?? 0) * step + 1 + offset;
    return { translated: row(0), original: row(step - 1) };
  }, [rows, layout]);
  useSentenceHighlight(host, original, translated);
  const style = { '--rows': rows.size * (layout === 'lines' ? 2 : 1) } as CSSProperties;
  return (
    <div ref={host} className="paired-text" data-layout={layout} style={style}>
      {render('translated', rowsBySide.translated)}
      {render('original', rowsBySide.original)}
    </div>
  );
};
