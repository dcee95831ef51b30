import type { LibraryItem, ReaderPage } from '@hamkhan/contracts/http/documents';
import type { ProductReader } from '@hamkhan/testing/product-reader';
import { waitFor } from '@hamkhan/testing/wait-for';
import type { TestProduct } from '@hamkhan/testing/product-harness';

const REST_MS = 60_000;

/** What a document came to, without what differs from upload to upload: ids, dates, signatures, revisions. */
export type DocumentStory = {
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
  /** Stages of the pipeline's own rows, one a page. */
  stages: string[];
};

/** An image by the hash of its bytes, whichever document it lies in and whoever signed its address. */
const unsigned = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replace(/\/api\/document\/image\/[^/"]+\/([^"?]+)[^"]*/g, 'image:$1'),
  ) as T;

/** Waits until what goes on beside the stages is done as well, and readers see it: pages are drawn. */
async function rested(product: TestProduct, reader: ProductReader, documentId: string): Promise<void> {
  const run = await product
    .rows<{ _id: string; kind: string }>('pipeline', 'runs')
    .findOne({ _id: documentId });
  await waitFor(
    `pictures of ${documentId}`,
    async () => {
      const pages = await reader.pages(documentId);
      return run?.kind === 'epub' || pages.every(({ pictures }) => pictures.length > 0);
    },
    REST_MS,
  );
}

/** Reads everything there is of a document: through the public API, and the rows of both services behind it. */
export async function storyOf(
  product: TestProduct,
  reader: ProductReader,
  documentId: string,
): Promise<DocumentStory> {
  await rested(product, reader, documentId);
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
