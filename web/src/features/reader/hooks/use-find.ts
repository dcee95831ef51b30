import { findPattern } from '@hamkhan/contracts/find-in-text';
import type { FindResult } from '@hamkhan/contracts/http/reader';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.js';
import { findInDocument } from '../api/contents.js';

/** A query is looked for this long after its last letter, in milliseconds. */
export const TYPING_MS = 300;

export type Find = {
  query: string;
  setQuery: (query: string) => void;
  /** The query is long enough to be looked for. */
  isAsked: boolean;
  results: readonly FindResult[];
  truncated: boolean;
  busy: boolean;
  error: ApiError | null;
  /** The result one is at; -1 before the first was chosen. */
  at: number;
  setAt: (at: number) => void;
};

type Answer = { of: string; results: readonly FindResult[]; truncated: boolean; error: ApiError | null };
const NOTHING: Answer = { of: '', results: [], truncated: false, error: null };

/** Looks for a query in the document: asked of the server, which knows pages that are not loaded. */
export const useFind = (documentKey: string | undefined, version: 1 | 2): Find => {
  const [query, setWords] = useState('');
  const [at, setAt] = useState(-1);
  const [answer, setAnswer] = useState<Answer>(NOTHING);
  const words = query.trim();
  const isAsked = findPattern(words) !== null;
  const of = `${version}/${words}`;

  useEffect(() => {
    if (!isAsked || documentKey === undefined) return undefined;
    const line = new AbortController();
    const timer = setTimeout(() => {
      findInDocument(documentKey, words, version, line.signal).then(
        ({ results, truncated }) => setAnswer({ of, results, truncated, error: null }),
        (error: unknown) => {
          if (line.signal.aborted) return;
          const known = error instanceof ApiError ? error : new ApiError('CLIENT.SETUP', { cause: error });
          setAnswer({ of, results: [], truncated: false, error: known });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      line.abort();
    };
  }, [documentKey, words, version, of, isAsked]);

  const setQuery = useCallback((next: string) => {
    setWords(next);
    setAt(-1);
  }, []);
  const isHere = answer.of === of;
  return {
    query,
    setQuery,
    isAsked,
    // What was found for fewer letters stays until the answer for more is here.
    results: isAsked ? answer.results : [],
    truncated: isAsked && answer.truncated,
    busy: isAsked && !isHere,
    error: isAsked && isHere ? answer.error : null,
    at,
    setAt,
  };
};
