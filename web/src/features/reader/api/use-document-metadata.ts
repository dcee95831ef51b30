import type { LibraryItem, MetadataResponse } from '@hamkhan/contracts/http/documents';
import { documentMetadataRoute } from '@hamkhan/contracts/routes/reader';
import { type RefObject, useRef } from 'react';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';
import type { DocumentPages } from './document-pages.js';

/** How often an unfinished document is fetched where events do not arrive, in milliseconds. */
const UNFINISHED_POLL_MS = 20_000;

/** The error is about this document or user; trying again does not help. */
export const isPermanent = (error: ApiError): boolean => error.status >= 400 && error.status < 500;

/** Updates the metadata from a row of the library, unless the row is older. */
export const withLibraryItem = (known: MetadataResponse, item: LibraryItem): MetadataResponse => {
  if (known.metadata.modified_date > item.modified_date) return known;
  const { title, original_title, status, note, note_code, published, total_pages } = item;
  const { translated_level2_pages, awaiting_translator, language, modified_date } = item;
  return {
    ...known,
    modified_date,
    metadata: {
      ...known.metadata,
      ...{ title, original_title, status, note, note_code, published, total_pages },
      ...{ translated_level2_pages, awaiting_translator, language, modified_date },
    },
  };
};

/**
 * The metadata of a document, fetched together with the page on screen, which goes to `store` (RDR-READER-50). The first call
 * counts as opening the document and, without a page in the address, asks for the page where the user left off.
 */
export const useDocumentMetadata = (
  documentId: string,
  store: DocumentPages,
  current: RefObject<number>,
  isPageInAddress: boolean,
) => {
  const isOpened = useRef(false);
  return useSWR<MetadataResponse, ApiError>(
    [documentMetadataRoute.path, documentId],
    async () => {
      const page = current.current;
      const isFirst = !isOpened.current;
      const response = await callRoute(documentMetadataRoute, {
        params: { documentId },
        query: {
          with_page: 1,
          add: isFirst ? 1 : undefined,
          page: page > 0 ? page : undefined,
          resume: isFirst && !isPageInAddress ? 1 : undefined,
        },
        ownErrors: true,
      });
      isOpened.current = true;
      if (response.current_page) store.merge([response.current_page]);
      return response;
    },
    {
      refreshInterval: (known) =>
        known?.metadata.status === 'pending' || known?.metadata.status === 'inprogress'
          ? UNFINISHED_POLL_MS
          : 0,
      shouldRetryOnError: (error) => !isPermanent(error),
    },
  );
};
