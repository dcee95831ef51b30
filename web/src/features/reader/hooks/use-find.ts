import { findPattern } from '@hamkhan/contracts/find-in-text';
import type { FindResult } from '@hamkhan/contracts/http/reader';
import { useCallback, useEffect, useState } from 'react';
import { type ApiError, toApiError } from '../../../shared/api/api-error.js';
import { findInDocument } from '../api/contents.js';

/** A query is sent this long after the last key, in milliseconds. */
const DEBOUNCE_MS = 300;

export type Find = {
  query: string;
  setQuery: (query: string) => void;
  /** The query is long enough to search for. */
  isSearchable: boolean;
  results: readonly FindResult[];
  truncated: boolean;
  busy: boolean;
  error: ApiError | null;
  /** Index of the active result; -1 before one is chosen. */
  activeIndex: number;
  setActiveIndex: (index: number) => void;
};

/** What the server found for the search `key`. */
type Outcome = { key: string; results: readonly FindResult[]; truncated: boolean; error: ApiError | null };
const NO_OUTCOME: Outcome = { key: '', results: [], truncated: false, error: null };

/** Searches the document on the server, which also has the pages that are not loaded here. */
export const useFind = (documentKey: string | undefined, version: 1 | 2): Find => {
  const [query, setQueryText] = useState('');
  const [activeIndex, setActiveIndex] = useState(-1);
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME);
  const text = query.trim();
  const isSearchable = findPattern(text) !== null;
  const key = `${version}/${text}`;

  useEffect(() => {
    if (!isSearchable || documentKey === undefined) return undefined;
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      findInDocument(documentKey, text, version, aborter.signal).then(
        ({ results, truncated }) => setOutcome({ key, results, truncated, error: null }),
        (error: unknown) => {
          if (aborter.signal.aborted) return;
          setOutcome({ key, results: [], truncated: false, error: toApiError(error) });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [documentKey, text, version, key, isSearchable]);

  const setQuery = useCallback((next: string) => {
    setQueryText(next);
    setActiveIndex(-1);
  }, []);
  const isCurrent = outcome.key === key;
  return {
    query,
    setQuery,
    isSearchable,
    // Results for a shorter query stay until those for the longer one arrive.
    results: isSearchable ? outcome.results : [],
    truncated: isSearchable && outcome.truncated,
    busy: isSearchable && !isCurrent,
    error: isSearchable && isCurrent ? outcome.error : null,
    activeIndex,
    setActiveIndex,
  };
};
