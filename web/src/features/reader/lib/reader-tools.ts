import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';

/** Dialogs about the document, opened from the reader's bar. */
export type DocumentTool = 'contents' | 'find' | 'settings' | 'pdf' | 'shortcuts' | 'publish';

/** Dialogs about one page, opened from its menu. */
export type PageTool = 'image' | 'translation' | 'report' | 'reprocess';

/** Only the owner of a document has its pages processed again (C26). */
export const mayReprocess = ({ access }: Pick<DocumentMetadata, 'access'>): boolean =>
  access.reason === 'owner';

export type OpenPageTool = { tool: PageTool; page: ReaderPage };
