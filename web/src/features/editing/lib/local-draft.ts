import { ContentItem } from '@hamkhan/contracts/content';
import type { EditType } from '@hamkhan/contracts/http/editing';
import { z } from 'zod';
import { LOCAL_DRAFTS, readStored, writeStored } from '../../../shared/storage/settings.js';

const Items = z.array(ContentItem);

/** Unsaved edits of one text of a page, stored on this device: its items, and the open one. */
export const LocalDraft = z.object({
  /** Milliseconds. */
  at: z.number(),
  revision: z.number(),
  base: Items,
  items: Items,
  open: z
    .object({ index: z.number().int().min(0), isNew: z.boolean(), original: ContentItem, draft: ContentItem })
    .nullable(),
});
export type LocalDraft = z.infer<typeof LocalDraft>;

const storageKey = (userId: string, pageId: string, type: EditType): string =>
  `${LOCAL_DRAFTS}${userId}/${pageId}/${type}`;

/** The user's draft for a text; null when there is none, or none that can be read. */
export const readLocalDraft = (userId: string, pageId: string, type: EditType): LocalDraft | null =>
  LocalDraft.safeParse(readStored(storageKey(userId, pageId, type))).data ?? null;

export const writeLocalDraft = (
  userId: string,
  pageId: string,
  type: EditType,
  draft: LocalDraft | null,
): void => {
  const key = storageKey(userId, pageId, type);
  if (draft === null && readStored(key) === null) return;
  writeStored(key, draft);
};
