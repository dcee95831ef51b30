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
/** Terms are still being looked for: look again this often. */
const LOOK_AGAIN_MS = 3_000;

export type TermDraft = Pick<GlossaryTerm, 'term' | 'translation' | 'note'>;

/** The glossary of a document and everything that can be done with it; each call throws what the server says. */
export const useGlossary = (documentKey: string) => {
  const params = { documentId: documentKey };
  const { data, error, isValidating, mutate } = useSWR<GlossaryResponse, ApiError>(
    pathOf(glossaryRoute, params),
    () => callRoute(glossaryRoute, { params, ...own }),
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
    save: async (draft: TermDraft) => take(await callRoute(saveTermRoute, { params, body: draft, ...own })),
    remove: async (id: string) => take(await callRoute(deleteTermRoute, { params, body: { id }, ...own })),
    importFile: async (file: Blob) =>
      take(await callRoute(importGlossaryRoute, { params, body: { file }, ...own })),
    /** How many pages are translated anew. */
    apply: async (): Promise<number> => {
      const { pages } = await callRoute(applyGlossaryRoute, { params, ...own });
      await mutate();
      return pages;
    },
    /** The terms as a file for a spreadsheet. */
    exportFile: async (): Promise<File> => {
      const file = await downloadRoute(exportGlossaryRoute, { params, ...own });
      return new File([file], 'glossary.csv', { type: 'text/csv;charset=utf-8' });
    },
  };
};

/** What the translation of a document costs, and how its budget is set. */
export const useTranslationCost = (documentKey: string) => {
  const params = { documentId: documentKey };
  const { data, mutate } = useSWR<TranslationCostResponse, ApiError>(
    pathOf(translationCostRoute, params),
    () => callRoute(translationCostRoute, { params, ...own }),
  );
  return {
    cost: data,
    setBudget: async (budget: string) => {
      const answer = await callRoute(setTranslationBudgetRoute, { params, body: { budget }, ...own });
      await mutate();
      return answer;
    },
  };
};
