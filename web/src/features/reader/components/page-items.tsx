import { type ContentItem, type ListEntry, MAX_LIST_DEPTH } from '@hamkhan/contracts/content';
import { parseInline } from '@hamkhan/contracts/inline-markdown';
import { parseTable } from '@hamkhan/contracts/markdown-table';
import { createElement, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Direction, directionIn } from '../lib/direction.js';
import type { ItemOf } from '../lib/item-of.js';
import { CodeListing } from './code-listing.js';
import { Figure, MathPicture, type PageSize } from './figure-item.js';
import { Formula } from '../../../shared/text/formula.js';
import { InlineText } from './inline-text.js';
import { Scroller } from './scroller.js';
import './page-items.css';

/** Headings keep their level on the first pages; further on the highest is 3 (RDR-READER-70). */
const OWN_LEVELS_BEFORE = 3;
/** Below this an item that was recognised from a picture is marked as unsure. */
export const UNSURE = 0.6;

type Frame = {
  /** Writing direction of the text on this page. */
  direction: Direction;
  /** Writing direction of the original, whose alignment the items carry. */
  sourceDirection: Direction;
  pageNumber: number;
  pageSize: PageSize | null;
  onLost: () => void;
  /** Names of the headings by item, where this text is the one a link leads to (RDR-TOC-10). */
  headingIds?: ReadonlyMap<string, string>;
};

/** `left` in a left-to-right original means its beginning, and stays the beginning in a translation. */
const alignOf = (item: ItemOf<'heading' | 'text'>, frame: Frame): 'center' | 'end' | undefined => {
  if (item.text_align === 'center') return 'center';
  const end = frame.sourceDirection === 'rtl' ? 'left' : 'right';
  return item.text_align === end ? 'end' : undefined;
};

const directionUnlessPage = (direction: Direction, page: Direction): Direction | undefined =>
  direction === page ? undefined : direction;

const Paragraph = ({ item, frame }: { item: ItemOf<'heading' | 'text'>; frame: Frame }) => {
  const nodes = parseInline(item.content);
  const level =
    item.type === 'text' ? null : frame.pageNumber < OWN_LEVELS_BEFORE ? item.level : Math.max(3, item.level);
  return createElement(
    level === null ? 'p' : `h${level}`,
    {
      dir: directionUnlessPage(directionIn(frame.direction, nodes), frame.direction),
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
  /** What the places of the entries begin with. */
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
            dir={directionUnlessPage(directionIn(frame.direction, nodes), frame.direction)}
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
        dir={directionUnlessPage(directionIn(frame.direction, nodes), frame.direction)}
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
        <MathPicture item={{ ...item, src: item.src }} page={frame.pageSize} onLost={frame.onLost} />
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

const isUnsure = (item: ContentItem): boolean =>
  item.type !== 'figure' && item.confidence !== undefined && item.confidence < UNSURE;

export type PageItemsProps = Frame & {
  items: readonly ContentItem[];
  language: string;
  /** The grid row of an item, where this text stands level with another. */
  rowOf?: (id: string) => number;
};

/** The text of a page: every item as an element of its kind, in the page's own direction and language. */
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
          data-unsure={isUnsure(item) || undefined}
          title={isUnsure(item) ? t('unsure.item') : undefined}
        >
          <Body item={item} frame={frame} />
        </div>
      ))}
    </div>
  );
});
PageItems.displayName = 'PageItems';
