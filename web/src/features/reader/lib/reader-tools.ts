import type { ReaderPage } from '@hamkhan/contracts/http/documents';

/** Dialogs about the document, opened from the reader's bar. */
export type DocumentTool = 'contents' | 'find' | 'settings' | 'pdf' | 'shortcuts' | 'publish';

/** Dialogs about one page, opened from its menu. */
export type PageTool = 'image' | 'translation' | 'report' | 'reprocess';

export type OpenPageTool = { tool: PageTool; page: ReaderPage };
