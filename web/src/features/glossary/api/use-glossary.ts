import type { GlossaryResponse, GlossaryTerm } from '@hamkhan/contracts/http/glossary';
import type { TranslationCostResponse } from '@hamkhan/contracts/http/translation-cost';
import {
  applyGlossaryRoute,
  deleteTermRoute,
  exportGlossaryRoute,
  glossaryRoute,
  importGlossaryRoute,
  saveTermRoute,
} from '@hamkhan/contracts/routes/glossary';
import { pathOf } from '@hamkhan/contracts/routes/route';
import { setTranslationBudgetRoute, translationCostRoute } from '@hamkhan/contracts/routes/translation';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute, downloadRoute } from '../../../shared/api/client.js';

const own = { ownErrors: true } as const;
/** How often the glossary is fetched while its terms are being extracted, in milliseconds. */
const POLL_MS = 3_000;

export type TermDraft = Pick<GlossaryTerm, 'term' | 'translation' | 'note'>;

/** The glossary of a document, with calls to change it; all throw ApiError. */
export const useGlossary = (documentKey: string) => {
  const params = { documentId: documentKey };
  const { data, error, isValidating, mutate } = useSWR<GlossaryResponse, ApiError>(
    pathOf(glossaryRoute, params),
    () => callRoute(glossaryRoute, { params, ...own }),
    { refreshInterval: (known) => (known && !known.ready ? POLL_MS : 0) },
  );
  const updateCache = async <T extends GlossaryResponse>(response: T): Promise<T> => {
    await mutate(response, { revalidate: false });
    return response;
  };
  return {
    glossary: data,
    error,
    retrying: isValidating,
    retry: () => void mutate(),
    save: async (draft: TermDraft) =>
      updateCache(await callRoute(saveTermRoute, { params, body: draft, ...own })),
    remove: async (id: string) =>
      updateCache(await callRoute(deleteTermRoute, { params, body: { id }, ...own })),
    importFile: async (file: Blob) =>
      updateCache(await callRoute(importGlossaryRoute, { params, body: { file }, ...own })),
    /** Translates outdated pages again; returns their number. */
    apply: async (): Promise<number> => {
      const { pages } = await callRoute(applyGlossaryRoute, { params, ...own });
      await mutate();
      return pages;
    },
    /** The terms as a CSV file. */
    exportFile: async (): Promise<File> => {
      const file = await downloadRoute(exportGlossaryRoute, { params, ...own });
      return new File([file], 'glossary.csv', { type: 'text/csv;charset=utf-8' });
    },
  };
};

/** The translation cost of a document and its budget. */
export const useTranslationCost = (documentKey: string) => {
  const params = { documentId: documentKey };
  const { data, mutate } = useSWR<TranslationCostResponse, ApiError>(
    pathOf(translationCostRoute, params),
    () => callRoute(translationCostRoute, { params, ...own }),
  );
  return {
    cost: data,
    setBudget: async (budget: string) => {
      const response = await callRoute(setTranslationBudgetRoute, { params, body: { budget }, ...own });
      await mutate();
      return response;
    },
  };
};
