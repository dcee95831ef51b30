import { z } from 'zod';
import type { ContentItem } from '../content.js';
import { ReaderPage } from './documents.js';
import { ItemsJson, Line, cleanItemText } from './edited-items.js';
import { EditMode, EditType, Revision } from './editing.js';

export const MAX_SUGGESTION_TITLE = 200;
export const MAX_SUGGESTION_DESCRIPTION = 5_000;

const Title = Line(MAX_SUGGESTION_TITLE);
const Description = z
  .string()
  .transform((text) => cleanItemText(text).trim())
  .pipe(z.string().max(MAX_SUGGESTION_DESCRIPTION));
export const SUGGESTION_STATUSES = ['pending', 'applied', 'cancelled'] as const;
export const SuggestionStatus = z.enum(SUGGESTION_STATUSES);
export type SuggestionStatus = z.infer<typeof SuggestionStatus>;

/** Counts by item id. Moving an item changes none of them. */
export const EditSummary = z.object({
  items_added: z.number().int(),
  items_removed: z.number().int(),
  items_modified: z.number().int(),
});
export type EditSummary = z.infer<typeof EditSummary>;

/** A suggestion without its items. The fields after the blank line are not in the specification. */
export const SuggestionCard = z.object({
  id: z.string(),
  page_id: z.string(),
  title: z.string(),
  description: z.string(),
  edit_type: EditType,
  created_date: z.string(),
  user: z.object({ name: z.string() }),
  applied_at: z.string().nullable(),
  edit_summary: EditSummary,

  status: SuggestionStatus,
  modified_date: z.string(),
  /** Whether the caller wrote it. */
  own: z.boolean(),
  /** The text of the page has changed since the suggestion was written, or since it was applied. */
  page_changed: z.boolean(),
});
export type SuggestionCard = z.infer<typeof SuggestionCard>;

const DeliveredItems = z.object({ items: z.custom<ContentItem[]>((value) => Array.isArray(value)) });

/** A suggestion (RDR-SUGGEST-02). Images have addresses as on a page. */
export const Suggestion = SuggestionCard.extend({
  suggested_content: DeliveredItems,

  /** The text that it changes, for the diff. */
  base_content: DeliveredItems,
});
export type Suggestion = z.infer<typeof Suggestion>;

/**
 * The form of `document/page/{page_id}/suggestion/create/`. An empty title or description is generated from the changes (G51). `revision` as
 * in `UpdatePageRequest`.
 */
export const CreateSuggestionRequest = z.strictObject({
  edit_type: EditType,
  title: Title.default(''),
  description: Description.default(''),
  suggested_content: ItemsJson,
  revision: Revision,
});
export type CreateSuggestionRequest = z.infer<typeof CreateSuggestionRequest>;

/**
 * The form of `document/suggestion/{suggestion_id}/update/`; absent fields stay unchanged. `revision`: the page's revision when the items
 * were edited, which becomes the base of the comparison.
 */
export const UpdateSuggestionRequest = z.strictObject({
  title: Title.optional(),
  description: Description.optional(),
  suggested_content: ItemsJson.optional(),
  revision: Revision,
});
export type UpdateSuggestionRequest = z.infer<typeof UpdateSuggestionRequest>;

/** The form of `document/suggestion/{suggestion_id}/apply/`. `force=1` overwrites items that others have changed since (C21). */
export const ApplySuggestionRequest = z.strictObject({
  force: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
});
export type ApplySuggestionRequest = z.infer<typeof ApplySuggestionRequest>;

/** Query of `…/suggestion/others/` and `…/suggestion/history/`; all edit types by default. */
export const SuggestionsQuery = z.strictObject({
  edit_type: EditType.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(50).default(10),
});
export type SuggestionsQuery = z.infer<typeof SuggestionsQuery>;

const byType = <T extends z.ZodType>(value: T) =>
  z.object({ content: value, translation_1: value, translation_2: value });
export const SuggestionCounts = byType(z.number().int());
export type SuggestionCounts = z.infer<typeof SuggestionCounts>;

/** `document/page/{page_id}/suggestion/list/` (RDR-SUGGEST-03): the caller's pending suggestions and the number of others. */
export const SuggestionListResponse = z.object({
  status: z.literal('success'),
  user_suggestions: byType(Suggestion.nullable()),
  other_suggestions_count: SuggestionCounts,

  /** Applied ones, by edit type. */
  history_count: SuggestionCounts,
  edit_mode: EditMode,
});
export type SuggestionListResponse = z.infer<typeof SuggestionListResponse>;

/** `…/suggestion/others/`: pending suggestions of other users, newest first. Only owner and staff see them; others see the number. */
export const OtherSuggestionsResponse = z.object({
  status: z.literal('success'),
  suggestions: z.array(SuggestionCard),
  total: z.number().int(),
  page: z.number().int(),
  per_page: z.number().int(),
});
export type OtherSuggestionsResponse = z.infer<typeof OtherSuggestionsResponse>;

/** One applied suggestion (RDR-SUGGEST-04). `document/suggestion/{id}/` returns its items to owner, staff and author. */
export const HistoryEntry = z.object({
  id: z.string(),
  title: z.string(),
  edit_type: EditType,
  user: z.object({ name: z.string() }),
  applied_at: z.string(),

  description: z.string(),
  edit_summary: EditSummary,
  own: z.boolean(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
export const SuggestionHistoryResponse = z.object({
  status: z.literal('success'),
  history: z.array(HistoryEntry),
  total: z.number().int(),
  page: z.number().int(),
  per_page: z.number().int(),
});
export type SuggestionHistoryResponse = z.infer<typeof SuggestionHistoryResponse>;

export const SuggestionResponse = z.object({ status: z.literal('success'), suggestion: Suggestion });
export type SuggestionResponse = z.infer<typeof SuggestionResponse>;

/** The response of create, update and apply. `page` is null unless the call changed the page (an owner's suggestion, or apply). */
export const SuggestionSavedResponse = SuggestionResponse.extend({
  page: ReaderPage.nullable(),
  /** The page had changed: other users' changes were merged with these, or overwritten with `force` (C21). */
  conflict: z.boolean(),
});
export type SuggestionSavedResponse = z.infer<typeof SuggestionSavedResponse>;

export const SuggestionCancelledResponse = z.object({ status: z.literal('success') });
export type SuggestionCancelledResponse = z.infer<typeof SuggestionCancelledResponse>;

/** The details of a 409 response to a second pending suggestion (`SUGGESTIONS.PENDING_EXISTS`). */
export const PendingSuggestion = z.object({ suggestion_id: z.string() });
export type PendingSuggestion = z.infer<typeof PendingSuggestion>;
