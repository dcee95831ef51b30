import { ContentItem } from '@hamkhan/contracts/content';
import type { EditType } from '@hamkhan/contracts/http/editing';
import { z } from 'zod';
import { KEPT_EDITS, readStored, writeStored } from '../../../shared/storage/settings.js';

const Items = z.array(ContentItem);

/** What was typed into one text of a page and is not on the server: its items, and the one that was open. */
export const KeptEdit = z.object({
  /** Milliseconds. */
  at: z.number(),
  revision: z.number(),
  base: Items,
  items: Items,
  open: z
    .object({ index: z.number().int().min(0), isNew: z.boolean(), original: ContentItem, draft: ContentItem })
    .nullable(),
});
export type KeptEdit = z.infer<typeof KeptEdit>;

const nameOf = (userId: string, pageId: string, type: EditType): string =>
  `${KEPT_EDITS}${userId}/${pageId}/${type}`;

/** What this reader left unsaved there; null where there is nothing, or nothing that can be read. */
export const readKeptEdit = (userId: string, pageId: string, type: EditType): KeptEdit | null =>
  KeptEdit.safeParse(readStored(nameOf(userId, pageId, type))).data ?? null;

export const writeKeptEdit = (
  userId: string,
  pageId: string,
  type: EditType,
  kept: KeptEdit | null,
): void => {
  const name = nameOf(userId, pageId, type);
  if (kept === null && readStored(name) === null) return;
  writeStored(name, kept);
};
