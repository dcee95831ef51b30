import { z } from 'zod';

const amount = z.number().nonnegative();

/** Usage of a translation. `cost` is in the operator's currency; absent if no price is configured. */
export const TranslationUsage = z.object({
  requests: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  cost: amount.optional(),
});
export type TranslationUsage = z.infer<typeof TranslationUsage>;

/** Estimated usage for translating a document. */
export const TranslationEstimate = z.object({
  pages: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** Null where no price is configured. */
  cost: amount.nullable(),
  currency: z.string().max(8),
  /** `pages`: from the number of pages alone. `text`: from the text of the first pages. */
  basis: z.enum(['pages', 'text']),
});
export type TranslationEstimate = z.infer<typeof TranslationEstimate>;

/** `document/translation-cost/{documentId}/` (ours): for the owner and staff. `page_number` is zero-based. */
export const TranslationCostResponse = z.object({
  status: z.literal('success'),
  currency: z.string(),
  estimate: TranslationEstimate.nullable(),
  /** Null: no limit. */
  budget: amount.nullable(),
  /** True while pages wait because the budget is reached. */
  paused: z.boolean(),
  spent: TranslationUsage,
  pages: z.array(
    z.object({ page_number: z.number().int(), level1: TranslationUsage, level2: TranslationUsage }),
  ),
});
export type TranslationCostResponse = z.infer<typeof TranslationCostResponse>;

/** Form of `document/translation-cost/{documentId}/budget/` (ours). */
export const TranslationBudgetForm = z.strictObject({ budget: z.coerce.number().min(0).max(1_000_000_000) });
export type TranslationBudgetForm = z.infer<typeof TranslationBudgetForm>;
export const TranslationBudgetResponse = z.object({
  status: z.literal('success'),
  budget: amount,
  /** Number of pages that continue now. */
  resumed_pages: z.number().int(),
});
export type TranslationBudgetResponse = z.infer<typeof TranslationBudgetResponse>;
