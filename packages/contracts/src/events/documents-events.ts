import { z } from 'zod';
import { ContentItem } from '../content.js';
import { EditType } from '../http/editing.js';
import { SOURCE_LANGUAGES } from '../languages.js';

export const DOCUMENT_KINDS = ['pdf', 'epub', 'djvu'] as const;
export const DocumentKind = z.enum(DOCUMENT_KINDS);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const DocumentUploaded = z.object({
  documentId: z.string(),
  /** Its public name in addresses (G04). */
  key: z.string().optional(),
  ownerId: z.string(),
  /** The owner is staff: larger budgets apply. */
  ownerIsStaff: z.boolean().optional(),
  /** Object key of the file. */
  objectKey: z.string(),
  fileName: z.string(),
  kind: DocumentKind,
  language: z.enum(SOURCE_LANGUAGES),
  /** Bytes. */
  size: z.number().int().positive(),
  sha256: z.string().length(64),
});

/** The owner stopped the processing. Finished pages stay. */
export const DocumentCanceled = z.object({ documentId: z.string() });

/** The owner removed the document, or their account was deleted; every service deletes its data. */
export const DocumentRemoved = z.object({ documentId: z.string() });

/** All documents of a deleted user were removed some time ago; no work on them is under way. */
export const AccountErased = z.object({ userId: z.string() });

/** The owner requested that a page (zero-based) or its speech is processed again (RDR-READER-66, RDR-READER-67). */
export const PageRequested = z.object({ documentId: z.string(), pageNumber: z.number().int().nonnegative() });

/**
 * A text of a page has words of people in it. `items` is all of it as it is now, pictures by object key; `pairs` are items of a translation beside
 * the originals they are of, where somebody has changed the translation: a person stands for these. `cause`: somebody edited it, or the
 * pipeline said it again and their words were put into what it said.
 */
export const PageEdited = z.object({
  documentId: z.string(),
  pageNumber: z.number().int().nonnegative(),
  cause: z.enum(['edit', 'merge']),
  editType: EditType,
  items: z.array(ContentItem).max(5_000),
  pairs: z.array(z.object({ source: ContentItem, target: ContentItem })).max(5_000),
});

/** A user opened this page (zero-based) of a document in processing; pages from here on get priority. */
export const ReaderMoved = z.object({ documentId: z.string(), pageNumber: z.number().int().nonnegative() });
