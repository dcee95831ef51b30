import { z } from 'zod';
import { SOURCE_LANGUAGES } from '../languages.js';
import { TranslatorHealth } from '../translator-status.js';

const level = z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)]));

/** Fields before the file of `document/translation-memory/import/` (ours): the language and the level its pairs are for. */
export const TranslationMemoryImportFields = z.strictObject({
  language: z.enum(SOURCE_LANGUAGES).default('en'),
  level,
});
export type TranslationMemoryImportFields = z.infer<typeof TranslationMemoryImportFields>;

/** What one import took: pairs stored, and pairs left out because they miss a language or a formula. */
export const TranslationMemoryImportResponse = z.object({
  status: z.literal('success'),
  imported: z.number().int(),
  skipped: z.number().int(),
});
export type TranslationMemoryImportResponse = z.infer<typeof TranslationMemoryImportResponse>;

export const TranslationMemoryQuery = z.object({ language: z.enum(SOURCE_LANGUAGES), level });
export type TranslationMemoryQuery = z.infer<typeof TranslationMemoryQuery>;

/** `document/translator/status/`: the health of the translator and the sentence for it. */
export const TranslatorStatusResponse = TranslatorHealth.extend({
  status: z.literal('success'),
  text: z.string(),
});
export type TranslatorStatusResponse = z.infer<typeof TranslatorStatusResponse>;
