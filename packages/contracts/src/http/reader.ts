import { z } from 'zod';
import { CONTENT_ITEM_TYPES } from '../content.js';
import { IssueType } from '../constants.js';

/** One entry of `document/contents/{documentId}/` (RDR-TOC-10): a heading of a page the reader may see. `pageNumber` is one-based. */
export const TocEntry = z.object({
  title: z.string(),
  origin_title: z.string(),
  level: z.number().int().min(1).max(3),
  pageNumber: z.number().int(),
  headingId: z.string(),
});
export type TocEntry = z.infer<typeof TocEntry>;
export const ContentsResponse = z.object({ status: z.literal('success'), entries: z.array(TocEntry) });
export type ContentsResponse = z.infer<typeof ContentsResponse>;

export const MAX_FIND_QUERY = 200;
/** Maximum number of listed matches; for more, the user narrows the query. */
export const MAX_FIND_RESULTS = 500;

/** Query of `document/find/{documentId}/`. `version` is the translation to search in addition to the original. */
export const FindQuery = z.strictObject({
  q: z.string().trim().min(1).max(MAX_FIND_QUERY),
  version: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(2)]))
    .default(2),
});
export type FindQuery = z.infer<typeof FindQuery>;

/**
 * A place where a query stands (RDR-SEARCHDOC-03). `pageNumber` is one-based; `matchIndex` counts the places in one text of one item
 * from 0; `headingId` is the last heading at or before the place on its page. The fields after the blank line are ours.
 */
export const FindResult = z.object({
  pageNumber: z.number().int(),
  snippet: z.string(),
  isTranslated: z.boolean(),
  matchIndex: z.number().int(),
  itemType: z.enum(CONTENT_ITEM_TYPES),
  headingId: z.string().nullable(),

  item_id: z.string(),
  /** Range of the match in the snippet, in UTF-16 units, end excluded. */
  snippet_match: z.tuple([z.number().int(), z.number().int()]),
});
export type FindResult = z.infer<typeof FindResult>;
export const FindResponse = z.object({
  status: z.literal('success'),
  results: z.array(FindResult),
  /** There are more matches than are listed. */
  truncated: z.boolean(),
});
export type FindResponse = z.infer<typeof FindResponse>;

export const READING_LAYOUTS = ['single', 'continuous'] as const;
export const READING_TEXTS = ['one', 'columns', 'lines'] as const;

/** The user's reading position and view of a document, shared by all devices (RDR-READER-56 to -58). */
export const ReadingState = z.object({
  /** Zero-based. */
  page_number: z.number().int().min(0).max(100_000),
  layout: z.enum(READING_LAYOUTS),
  /** `one`: one text; `columns`: original and translation side by side; `lines`: the original under each paragraph. */
  texts: z.enum(READING_TEXTS),
  translated: z.boolean(),
  version: z.union([z.literal(1), z.literal(2)]),
});
export type ReadingState = z.infer<typeof ReadingState>;

/** Body of `document/reading/{documentId}/`. */
export const ReadingRequest = z.strictObject(ReadingState.shape);
export type ReadingRequest = z.infer<typeof ReadingRequest>;
export const ReadingResponse = z.object({ status: z.literal('success'), reading: ReadingState.nullable() });
export type ReadingResponse = z.infer<typeof ReadingResponse>;

export const MAX_REPORT_TEXT = 2_000;

/** Form of `document/report/` (RDR-READER-63). `page_number` is zero-based. */
export const ReportRequest = z.strictObject({
  document_id: z.string().min(1).max(40),
  page_id: z.string().max(40).default(''),
  page_number: z.coerce.number().int().min(0).max(100_000),
  /** Which text the report is about, as suggestions name them. */
  content_type: z.enum(['content', 'translation_1', 'translation_2']).default('translation_2'),
  /** Id of the item, where the report is about one. */
  content_id: z.string().max(64).default(''),
  issue_type: IssueType,
  description: z.string().trim().max(MAX_REPORT_TEXT).default(''),
});
export type ReportRequest = z.infer<typeof ReportRequest>;
export const ReportResponse = z.object({ status: z.literal('success') });
export type ReportResponse = z.infer<typeof ReportResponse>;
