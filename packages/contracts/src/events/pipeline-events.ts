import { z } from 'zod';
import { TranslationEstimate } from '../http/translation-cost.js';
import { SOURCE_LANGUAGES } from '../languages.js';
import { PageContent, SpokenItem, TranslatedContent } from '../content.js';
import { SpeechFailure, SpeechStatus } from '../statuses.js';

/** Why something ended: a conversion reason or translator code, with the parameters of its text. */
const why = {
  reason: z.string().max(60),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
};
const page = { documentId: z.string(), pageNumber: z.number().int().nonnegative() };

/** A worker has inspected the document. */
export const DocumentInspected = z.object({
  documentId: z.string(),
  totalPages: z.number().int().positive(),
  title: z.string().max(1000).nullable(),
  authors: z.array(z.string().max(300)).max(50),
  year: z.number().int().nullable(),
  /** Language of the first pages, if it was detected. */
  detectedLanguage: z.enum(SOURCE_LANGUAGES).nullish(),
});

/** The document's title in Persian, once the translator has read its first pages. */
export const DocumentTitled = z.object({ documentId: z.string(), title: z.string().min(1).max(500) });

/** The most that is told of a document: characters of its subtitle, its summary and one tag, and how many tags. */
export const METADATA_LIMITS = { subtitle: 500, summary: 4_000, tag: 60, tags: 12 } as const;

/** Metadata of a document; empty where unknown. A tag contains no comma of any script (G89). */
export const DocumentMetadata = z.object({
  subtitle: z.string().max(METADATA_LIMITS.subtitle),
  summary: z.string().max(METADATA_LIMITS.summary),
  tags: z.array(z.string().min(1).max(METADATA_LIMITS.tag)).max(METADATA_LIMITS.tags),
});
export type DocumentMetadata = z.infer<typeof DocumentMetadata>;

/**
 * What the document is about, whole each time it is known better: as its file and its first pages say it, and in Persian once the
 * translator has read them.
 */
export const DocumentDescribed = z.object({
  documentId: z.string(),
  original: DocumentMetadata,
  persian: DocumentMetadata.nullable(),
});

/** Estimated cost of the translation; published before it begins, and again when the first pages have their text. */
export const DocumentEstimated = z.object({ documentId: z.string(), estimate: TranslationEstimate });

/** The document can't be read at all; `reason` is a conversion reason code. */
export const DocumentFailed = z.object({ documentId: z.string(), ...why });
/** There is nothing to do for this document: empty, or already Persian. */
export const DocumentSkipped = z.object({ documentId: z.string(), ...why });

export const PageStarted = z.object(page);
export const PageConverted = z.object({ ...page, content: PageContent });
export const PageFailed = z.object({ ...page, ...why });

/**
 * Pictures of a page in several widths (pixels), narrowest first; `key` names the object. Where the pages of a format have no look of
 * their own there is only the book's cover, told with page 0.
 */
export const PageRendered = z.object({
  ...page,
  of: z.enum(['page', 'cover']),
  pictures: z
    .array(
      z.object({ key: z.string(), width: z.number().int().positive(), height: z.number().int().positive() }),
    )
    .min(1)
    .max(8),
});

/** How far the speech of a page is (C04); `audio` comes with success, its `seconds` are how long it is, and `failure` when it failed. */
export const PageSpeechChanged = z.object({
  ...page,
  status: SpeechStatus,
  audio: z
    .object({ key: z.string(), seconds: z.number().positive(), items: z.array(SpokenItem).max(5_000) })
    .nullable(),
  failure: SpeechFailure.optional(),
});

export const PageTranslationStarted = z.object({ ...page, level: z.union([z.literal(1), z.literal(2)]) });
export const PageTranslated = z.object({
  ...page,
  level: z.union([z.literal(1), z.literal(2)]),
  content: TranslatedContent,
});
export const PageTranslationFailed = z.object({ ...page, ...why });
/** The page waits for an operator: no translator is configured, or the account has no credit. */
export const PageTranslationWaiting = z.object({ ...page, ...why });
