import {
  GlossaryApplyResponse,
  GlossaryImportResponse,
  GlossaryResponse,
  type GlossaryTerm,
} from '@hamkhan/contracts/http/glossary';
import { TranslationBudgetResponse, TranslationCostResponse } from '@hamkhan/contracts/http/translation-cost';
import useSWR from 'swr';
import { z } from 'zod';
import type { ApiError } from '../../../shared/api/api-error.js';
import { apiGet, apiPost } from '../../../shared/api/client.js';

const own = { ownErrors: true } as const;
/** Terms are still being looked for: look again this often. */
const LOOK_AGAIN_MS = 3_000;

export type TermDraft = Pick<GlossaryTerm, 'term' | 'translation' | 'note'>;

/** The glossary of a document and everything that can be done with it; each call throws what the server says. */
export const useGlossary = (documentKey: string) => {
  const path = `document/glossary/${encodeURIComponent(documentKey)}/`;
  const { data, error, isValidating, mutate } = useSWR<GlossaryResponse, ApiError>(
    path,
    () => apiGet(path, GlossaryResponse, own),
    { refreshInterval: (known) => (known && !known.ready ? LOOK_AGAIN_MS : 0) },
  );
  const take = async <T extends GlossaryResponse>(answer: T): Promise<T> => {
    await mutate(answer, { revalidate: false });
    return answer;
  };
  return {
    glossary: data,
    error,
    retrying: isValidating,
    retry: () => void mutate(),
    save: async (draft: TermDraft) => take(await apiPost(`${path}upsert/`, GlossaryResponse, draft, own)),
    remove: async (id: string) => take(await apiPost(`${path}delete/`, GlossaryResponse, { id }, own)),
    importFile: async (file: Blob) =>
      take(await apiPost(`${path}import/`, GlossaryImportResponse, { file }, own)),
    /** How many pages are translated anew. */
    apply: async (): Promise<number> => {
      const { pages } = await apiPost(`${path}apply/`, GlossaryApplyResponse, {}, own);
      await mutate();
      return pages;
    },
    /** The terms as a file for a spreadsheet. */
    exportFile: async (): Promise<File> => {
      const text = await apiGet(`${path}export/`, z.string(), own);
      // The sign at its start that tells a spreadsheet of UTF-8 is lost where a text is read.
      return new File(['\uFEFF', text], 'glossary.csv', { type: 'text/csv;charset=utf-8' });
    },
  };
};

/** What the translation of a document costs, and how its budget is set. */
export const useTranslationCost = (documentKey: string) => {
  const path = `document/translation-cost/${encodeURIComponent(documentKey)}/`;
  const { data, mutate } = useSWR<TranslationCostResponse, ApiError>(path, () =>
    apiGet(path, TranslationCostResponse, own),
  );
  return {
    cost: data,
    setBudget: async (budget: string) => {
      const answer = await apiPost(`${path}budget/`, TranslationBudgetResponse, { budget }, own);
      await mutate();
      return answer;
    },
  };
};
