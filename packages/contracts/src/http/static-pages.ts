import { z } from 'zod';
import { UI_LANGUAGES } from '../languages.js';
import { unicodeForm } from '../unicode-form.js';

/** The fixed pages (ACC-STATIC-01, RDR-STATIC-05), in the order of the footer. */
export const STATIC_PAGE_SLUGS = [
  'about',
  'help',
  'terms-of-use',
  'privacy',
  'support',
  'copyright',
] as const;
export const StaticPageSlug = z.enum(STATIC_PAGE_SLUGS);
export type StaticPageSlug = z.infer<typeof StaticPageSlug>;

export const MAX_STATIC_TITLE = 120;
export const MAX_STATIC_CONTENT = 60_000;

/** Control characters and direction overrides; the half-space and the two direction marks stay. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const cleanLine = (text: string): string => unicodeForm('NFC', text).replace(INVISIBLE, '').trimEnd();
const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })]);

/** `page/{slug}/update/`, staff only. `revision` is the edited revision; if the page has changed since, the response is 409. */
export const UpdateStaticPageRequest = z.strictObject({
  language: z.enum(UI_LANGUAGES),
  title: z
    .string()
    .transform((text) => cleanLine(text.replace(/\s+/g, ' ')).trim())
    .pipe(z.string().min(1).max(MAX_STATIC_TITLE)),
  /** Text with the marks of `static-page-text.ts`; everything else is literal. */
  content: z.string().transform(cleanText).pipe(z.string().min(1).max(MAX_STATIC_CONTENT)),
  header: Flag,
  footer: Flag,
  revision: z.coerce.number().int().min(1),
});
export type UpdateStaticPageRequest = z.infer<typeof UpdateStaticPageRequest>;

/** `page/{slug}/` (RDR-STATIC-03, -04). `header` and `footer` tell whether the screen shows them. */
export const StaticPageResponse = z.object({
  status: z.literal('success'),
  slug: StaticPageSlug,
  language: z.enum(UI_LANGUAGES),
  title: z.string(),
  content: z.string(),
  header: z.boolean(),
  footer: z.boolean(),
  /** Grows with every change. */
  revision: z.number().int(),
  modified_date: z.iso.datetime(),
});
export type StaticPageResponse = z.infer<typeof StaticPageResponse>;
