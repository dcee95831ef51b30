import { z } from 'zod';
import { UI_LANGUAGES } from '../languages.js';

/** The fixed pages (ACC-STATIC-01, RDR-STATIC-05), in the order in which a footer names them. */
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

/** Control characters, and the ones that turn the direction of what follows; the half-space and the two marks of direction stay. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const cleanLine = (text: string): string => text.normalize('NFC').replace(INVISIBLE, '').trimEnd();
const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })]);

/** `page/{slug}/update/`, staff only. `revision` is the one that was edited: a page changed meanwhile answers 409. */
export const UpdateStaticPageRequest = z.strictObject({
  language: z.enum(UI_LANGUAGES),
  title: z
    .string()
    .transform((text) => cleanLine(text.replace(/\s+/g, ' ')).trim())
    .pipe(z.string().min(1).max(MAX_STATIC_TITLE)),
  /** The marks of `static-page-text.ts`; anything else is literal text. */
  content: z.string().transform(cleanText).pipe(z.string().min(1).max(MAX_STATIC_CONTENT)),
  header: Flag,
  footer: Flag,
  revision: z.coerce.number().int().min(1),
});
export type UpdateStaticPageRequest = z.infer<typeof UpdateStaticPageRequest>;

/** `page/{slug}/` (RDR-STATIC-03, -04): `header` and `footer` say whether the screen shows its head and its foot. */
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
