import type { FindResult, TocEntry } from '@hamkhan/contracts/http/reader';
import { documentContentsRoute, findInDocumentRoute } from '@hamkhan/contracts/routes/reader';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';

/** The headings of a document; fetched again when it changes. */
export const useContents = (documentKey: string | undefined, modifiedDate: string | undefined) =>
  useSWR<TocEntry[], ApiError>(
    documentKey === undefined ? null : [documentContentsRoute.path, documentKey, modifiedDate],
    async () =>
      (await callRoute(documentContentsRoute, { params: { documentId: documentKey ?? '' }, ownErrors: true }))
        .entries,
    { keepPreviousData: true, revalidateOnFocus: false, revalidateIfStale: false },
  );

/** Finds the matches of a query in a document. */
export const findInDocument = async (
  documentKey: string,
  q: string,
  version: 1 | 2,
  signal: AbortSignal,
): Promise<{ results: FindResult[]; truncated: boolean }> =>
  callRoute(findInDocumentRoute, {
    params: { documentId: documentKey },
    query: { q, version },
    signal,
    ownErrors: true,
  });
