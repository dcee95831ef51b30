import type { ContentItem, ContentItemType } from '@hamkhan/contracts/content';

/** The content item of one type. */
export type ItemOf<T extends ContentItemType> = Extract<ContentItem, { type: T }>;
