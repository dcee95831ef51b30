import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReactNode } from 'react';

/** The props of every item editor. */
export type EditorProps<T extends ContentItem = ContentItem> = {
  item: T;
  onChange: (item: T) => void;
  /** The language of the text, for spell checking and fonts. */
  lang: string;
  /** Renders an item as on the page. */
  show: (item: ContentItem) => ReactNode;
};

export type ItemOf<T extends ContentItem['type']> = Extract<ContentItem, { type: T }>;
