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
  /** Where the file lies in the object store. */
  objectKey: z.string(),
  fileName: z.string(),
  kind: DocumentKind,
  language: z.enum(SOURCE_LANGUAGES),
  /** Bytes. */
  size: z.number().int().positive(),
  sha256: z.string().length(64),
});

/** The owner stopped the work. What is done stays. */
export const DocumentCanceled = z.object({ documentId: z.string() });

/** The owner removed the document: it is gone here, and nobody keeps anything of it. */
export const DocumentRemoved = z.object({ documentId: z.string() });

/** The owner wants a zero-based page read from the file again (RDR-READER-66), or its speech done again (RDR-READER-67). */
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

/** A reader stands on this zero-based page of a document that still runs; work from here on goes first. */
export const ReaderMoved = z.object({ documentId: z.string(), pageNumber: z.number().int().nonnegative() });
