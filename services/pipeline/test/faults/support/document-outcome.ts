import type { LibraryItem, ReaderPage } from '@hamkhan/contracts/http/documents';
import type { ApiUser } from '@hamkhan/testing/api-user';
import { waitFor } from '@hamkhan/testing/wait-for';
import type { TestProduct } from '@hamkhan/testing/test-product';

const IMAGES_MS = 180_000;

/** The result of processing a document, without what differs between uploads: ids, dates, signatures, revisions. */
export type DocumentOutcome = {
  item: Pick<
    LibraryItem,
    | 'status'
    | 'title'
    | 'total_pages'
    | 'processed_pages'
    | 'translated_level2_pages'
    | 'note_code'
    | 'awaiting_translator'
  >;
  pages: Omit<ReaderPage, 'id' | 'revision'>[];
  counts: unknown;
  /** Stage of each page in the pipeline's database. */
  stages: string[];
};

/** Replaces signed image addresses by the hash of the image, which is the same for every document and signature. */
const unsigned = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replace(/\/api\/document\/image\/[^/"]+\/([^"?]+)[^"]*/g, 'image:$1'),
  ) as T;

/** Waits for the page images, which are rendered beside the stages. */
async function waitForPageImages(product: TestProduct, reader: ApiUser, documentId: string): Promise<void> {
  const run = await product
    .rows<{ _id: string; kind: string }>('pipeline', 'runs')
    .findOne({ _id: documentId });
  await waitFor(
    `page images of ${documentId}`,
    async () => {
      const pages = await reader.pages(documentId);
      return run?.kind === 'epub' || pages.every(({ pictures }) => pictures.length > 0);
    },
    IMAGES_MS,
  );
}

/** Reads a document through the public API and from the databases of both services. */
export async function outcomeOf(
  product: TestProduct,
  reader: ApiUser,
  documentId: string,
): Promise<DocumentOutcome> {
  await waitForPageImages(product, reader, documentId);
  const item = await reader.item(documentId);
  const pages = await reader.pages(documentId);
  const [document, rows, work] = await Promise.all([
    product.rows<{ _id: string; counts: unknown }>('documents', 'documents').findOne({ _id: documentId }),
    product.rows<{ documentId: string; number: number }>('documents', 'pages').countDocuments({ documentId }),
    product
      .rows<{ documentId: string; pageNumber: number; stage: string }>('pipeline', 'pages')
      .find({ documentId })
      .sort({ pageNumber: 1 })
      .toArray(),
  ]);
  if (rows !== pages.length) throw new Error(`${rows} rows for ${pages.length} pages`);
  return {
    item: {
      status: item.status,
      title: item.title,
      total_pages: item.total_pages,
      processed_pages: item.processed_pages,
      translated_level2_pages: item.translated_level2_pages,
      note_code: item.note_code,
      awaiting_translator: item.awaiting_translator,
    },
    pages: pages.map(({ id: _id, revision: _revision, ...page }) => unsigned(page)),
    counts: document?.counts,
    stages: work.map(({ stage }) => stage),
  };
}
