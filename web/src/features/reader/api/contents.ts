import {
  ContentsResponse,
  FindResponse,
  type FindResult,
  type TocEntry,
} from '@hamkhan/contracts/http/reader';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { apiGet } from '../../../shared/api/client.js';
import { contentsPath, findPath } from './keys.js';

/** The headings of a document; fetched again when it changes. */
export const useContents = (documentKey: string | undefined, modifiedDate: string | undefined) =>
  useSWR<TocEntry[], ApiError>(
    documentKey === undefined ? null : ['document/contents/', documentKey, modifiedDate],
    async () =>
      (await apiGet(contentsPath(documentKey ?? ''), ContentsResponse, { ownErrors: true })).entries,
    { keepPreviousData: true, revalidateOnFocus: false, revalidateIfStale: false },
  );

/** Finds the matches of a query in a document. */
export const findInDocument = async (
  documentKey: string,
  q: string,
  version: 1 | 2,
  signal: AbortSignal,
): Promise<{ results: FindResult[]; truncated: boolean }> =>
  apiGet(findPath(documentKey), FindResponse, { query: { q, version }, signal, ownErrors: true });
