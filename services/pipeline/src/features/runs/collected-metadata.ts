import type { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';

/** Abstract and keywords of a page. `isOwn`: the abstract's heading is in the document's language. */
export type PageMetadata = { summary: string; isOwn: boolean; tags: string[] };

/** Metadata from the file and from the first pages, by page number. */
export type CollectedMetadata = {
  file?: Partial<DocumentMetadata>;
  pages?: Record<string, PageMetadata | null>;
};
