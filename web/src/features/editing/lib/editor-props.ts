import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReactNode } from 'react';

/** What every editor of an item gets. */
export type EditorProps<T extends ContentItem = ContentItem> = {
  item: T;
  onChange: (item: T) => void;
  /** The language the text is written in, for spelling and the choice of letters. */
  lang: string;
  /** Draws an item as the page will. */
  show: (item: ContentItem) => ReactNode;
};

export type ItemOf<T extends ContentItem['type']> = Extract<ContentItem, { type: T }>;
