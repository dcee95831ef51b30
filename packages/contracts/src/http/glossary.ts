import { z } from 'zod';
import { unicodeForm } from '../unicode-form.js';

export const MAX_TERM = 120;
export const MAX_TERM_TRANSLATION = 200;
export const MAX_TERM_NOTE = 300;
export const MAX_GLOSSARY_FILE_BYTES = 1024 * 1024;

const line = (most: number) =>
  z
    .string()
    .transform((text) =>
      unicodeForm('NFC', text)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .pipe(
      z
        .string()
        .max(most)
        .regex(/^[^⟦⟧]*$/u),
    );

/** One term of a document's glossary. `origin`: found by rules (without a translation yet), by the engine, or set by the owner. */
export const GlossaryTerm = z.object({
  id: z.string(),
  term: z.string(),
  translation: z.string(),
  note: z.string(),
  origin: z.enum(['rules', 'engine', 'owner']),
  /** Number of occurrences in the first pages, if it was found there. */
  count: z.number().int(),
});
export type GlossaryTerm = z.infer<typeof GlossaryTerm>;

/** `document/glossary/{documentId}/` and every call that changes it (ours). */
export const GlossaryResponse = z.object({
  status: z.literal('success'),
  /** Grows with each change. */
  revision: z.number().int(),
  /** False while terms are still being extracted. */
  ready: z.boolean(),
  terms: z.array(GlossaryTerm),
  /** Number of translated pages with changed terms; `apply/` translates the affected texts again. */
  outdated_pages: z.number().int(),
});
export type GlossaryResponse = z.infer<typeof GlossaryResponse>;

/** Form of `document/glossary/{documentId}/upsert/`; an existing term gets this translation. */
export const GlossaryTermForm = z.strictObject({
  term: line(MAX_TERM).pipe(z.string().min(1)),
  translation: line(MAX_TERM_TRANSLATION).pipe(z.string().min(1)),
  note: line(MAX_TERM_NOTE).default(''),
});
export type GlossaryTermForm = z.infer<typeof GlossaryTermForm>;

/** Form of `document/glossary/{documentId}/delete/`. */
export const GlossaryDeleteForm = z.strictObject({ id: z.string().min(1).max(40) });
export type GlossaryDeleteForm = z.infer<typeof GlossaryDeleteForm>;

/** Result of an import: number of imported rows, and the rejected lines (no term, no translation, or too long). */
export const GlossaryImportResponse = GlossaryResponse.extend({
  imported: z.number().int(),
  skipped_lines: z.array(z.number().int()),
});
export type GlossaryImportResponse = z.infer<typeof GlossaryImportResponse>;

export const GlossaryApplyResponse = z.object({ status: z.literal('success'), pages: z.number().int() });
export type GlossaryApplyResponse = z.infer<typeof GlossaryApplyResponse>;
