import { type ContentItem, type ListEntry, MAX_LIST_DEPTH } from '@hamkhan/contracts/content';
import { parseInline } from '@hamkhan/contracts/inline/parse-inline';
import { parseTable } from '@hamkhan/contracts/markdown-table';
import { createElement, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Direction, directionIn } from '../lib/direction.js';
import type { ItemOf } from '../lib/item-of.js';
import type { PageSize } from '../lib/page-size.js';
import { CodeListing } from './code-listing.js';
import { Figure, MathImage } from './figure-item.js';
import { Formula } from '../../../shared/text/formula.js';
import { InlineText } from './inline-text.js';
import { Scroller } from './scroller.js';
import './page-items.css';

/** Headings keep their level on this many first pages; later the highest level is 3 (RDR-READER-70). */
const PAGES_WITH_OWN_LEVELS = 3;
/** A recognised item with a lower confidence is marked. */
const LOW_CONFIDENCE = 0.6;

type Frame = {
  /** Writing direction of the text on this page. */
  direction: Direction;
  /** Writing direction of the original, on which the items' alignment is based. */
  sourceDirection: Direction;
  pageNumber: number;
  pageSize: PageSize | null;
  onLost: () => void;
  /** Element ids of the headings by item id, in the text that links lead to (RDR-TOC-10). */
  headingIds?: ReadonlyMap<string, string>;
};

/** Alignment relative to the direction: `left` in a left-to-right original is the start, also in its translation. */
const alignOf = (item: ItemOf<'heading' | 'text'>, frame: Frame): 'center' | 'end' | undefined => {
  if (item.text_align === 'center') return 'center';
  const end = frame.sourceDirection === 'rtl' ? 'left' : 'right';
  return item.text_align === end ? 'end' : undefined;
};

const directionIfDifferent = (direction: Direction, page: Direction): Direction | undefined =>
  direction === page ? undefined : direction;

const Paragraph = ({ item, frame }: { item: ItemOf<'heading' | 'text'>; frame: Frame }) => {
  const nodes = parseInline(item.content);
  const level =
    item.type === 'text'
      ? null
      : frame.pageNumber < PAGES_WITH_OWN_LEVELS
        ? item.level
        : Math.max(3, item.level);
  return createElement(
    level === null ? 'p' : `h${level}`,
    {
      dir: directionIfDifferent(directionIn(frame.direction, nodes), frame.direction),
      'data-align': alignOf(item, frame),
      'data-level': item.type === 'heading' ? item.level : undefined,
      'data-place': 'content',
      id: frame.headingIds?.get(item.id),
    },
    <InlineText nodes={nodes} />,
  );
};

const Entries = ({
  entries,
  ordered,
  frame,
  depth,
  place,
}: {
  entries: readonly ListEntry[];
  ordered: boolean;
  frame: Frame;
  depth: number;
  /** Prefix of the entries' `data-place`. */
  place: string;
}) => {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List>
      {entries.map((entry, index) => {
        const nodes = parseInline(entry.content);
        const inner = depth < MAX_LIST_DEPTH ? (entry['list-items'] ?? []) : [];
        return (
          <li
            key={index}
            data-place={`${place}.${index}`}
            dir={directionIfDifferent(directionIn(frame.direction, nodes), frame.direction)}
          >
            <InlineText nodes={nodes} />
            {inner.length > 0 ? (
              <Entries
                entries={inner}
                ordered={entry.list_type === 'ordered'}
                frame={frame}
                depth={depth + 1}
                place={`${place}.${index}.list-items`}
              />
            ) : null}
          </li>
        );
      })}
    </List>
  );
};

const List = ({ item, frame }: { item: ItemOf<'list'>; frame: Frame }) => (
  <Entries
    entries={item['list-items']}
    ordered={item.list_type === 'ordered'}
    frame={frame}
    depth={1}
    place="list-items"
  />
);

const Table = ({ content, frame }: { content: string; frame: Frame }) => {
  const { t } = useTranslation('reader');
  const { head, rows, aligns } = parseTable(content);
  const cell = (text: string, column: number, Tag: 'td' | 'th') => {
    const nodes = parseInline(text);
    return (
      <Tag
        key={column}
        scope={Tag === 'th' ? 'col' : undefined}
        dir={directionIfDifferent(directionIn(frame.direction, nodes), frame.direction)}
        data-align={aligns[column]}
      >
        <InlineText nodes={nodes} />
      </Tag>
    );
  };
  return (
    <Scroller label={t('table')} className="table-frame">
      <table>
        {head ? (
          <thead>
            <tr>{head.map((text, column) => cell(text, column, 'th'))}</tr>
          </thead>
        ) : null}
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>{cells.map((text, column) => cell(text, column, 'td'))}</tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
};

const Body = ({ item, frame }: { item: ContentItem; frame: Frame }) => {
  switch (item.type) {
    case 'heading':
    case 'text':
      return <Paragraph item={item} frame={frame} />;
    case 'list':
      return <List item={item} frame={frame} />;
    case 'table':
      return <Table content={item.content} frame={frame} />;
    case 'figure':
      return <Figure item={item} page={frame.pageSize} onLost={frame.onLost} />;
    case 'code':
      return <CodeListing item={item} />;
    case 'math':
      return item.src ? (
        <MathImage item={{ ...item, src: item.src }} page={frame.pageSize} onLost={frame.onLost} />
      ) : (
        <Scroller label={item.content} className="math-frame">
          <Formula latex={item.content} display />
        </Scroller>
      );
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
    case 'caption':
      return (
        <p className="caption" dir="auto" data-place="content">
          <InlineText nodes={parseInline(item.content)} />
        </p>
      );
    case 'abandon':
      return null;
  }
};

const hasLowConfidence = (item: ContentItem): boolean =>
  item.type !== 'figure' && item.confidence !== undefined && item.confidence < LOW_CONFIDENCE;

export type PageItemsProps = Frame & {
  items: readonly ContentItem[];
  language: string;
  /** The grid row of an item, when two texts are aligned. */
  rowOf?: (id: string) => number;
};

/** The text of a page: each item as an element of its type, in the page's direction and language. */
export const PageItems = memo(({ items, language, rowOf, ...frame }: PageItemsProps) => {
  const { t } = useTranslation('reader');
  return (
    <div className="page-items" lang={language} dir={frame.direction}>
      {items.map((item, index) => (
        <div
          key={`${item.id}/${index}`}
          className="item"
          data-type={item.type}
          data-item={item.id}
          style={rowOf ? { gridRow: rowOf(item.id) } : undefined}
          data-low-confidence={hasLowConfidence(item) || undefined}
          title={hasLowConfidence(item) ? t('unsure.item') : undefined}
        >
          <Body item={item} frame={frame} />
        </div>
      ))}
    </div>
  );
});
PageItems.displayName = 'PageItems';
