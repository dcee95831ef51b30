import type { ReaderPage } from '@hamkhan/contracts/http/documents';

/** The size of the original page, in points. */
export type PageSize = { width: number; height: number };

export const pageSizeOf = ({ content }: ReaderPage): PageSize | null => {
  const { width, height } = content?.page_info ?? {};
  return width && height ? { width, height } : null;
};
