import { z } from 'zod';
import {
  CONTENT_ITEM_TYPES,
  MAX_LIST_DEPTH,
  TEXT_ALIGNS,
  type ContentItem,
  type ContentItemType,
} from '../content.js';
import { ReaderPage } from './documents.js';

/** Which text of a page an edit is about (RDR-SUGGEST-02). */
export const EDIT_TYPES = ['content', 'translation_1', 'translation_2'] as const;
export const EditType = z.enum(EDIT_TYPES);
export type EditType = z.infer<typeof EditType>;

/** The number of a text in `translation_version`, and the edit type it stands for (G71). */
export const TEXT_VERSIONS = [0, 1, 2] as const;
export type TextVersion = (typeof TEXT_VERSIONS)[number];
export const versionOfEdit = (type: EditType): TextVersion => TEXT_VERSIONS[EDIT_TYPES.indexOf(type)] ?? 0;
export const editOfVersion = (version: TextVersion): EditType => EDIT_TYPES[version];

/** What may be added, in the order in which it is offered (RDR-EDIT-03). */
export const EDITABLE_ITEM_TYPES = CONTENT_ITEM_TYPES.slice(0, 10) as readonly ContentItemType[];

/** Languages of the code editor, as they are stored and in the order in which they are offered (RDR-EDIT-18). */
export const CODE_LANGUAGES = [
  'python',
  'javascript',
  'typescript',
  'java',
  'cpp',
  'csharp',
  'html',
  'css',
  'sql',
  'json',
  'xml',
  'markdown',
  'bash',
  'r',
  'matlab',
  'text',
] as const;

/** Rows and columns of a table that a person writes, the head not counted (RDR-EDIT-16). Larger ones that a page has may stay as large. */
export const MAX_TABLE_ROWS = 20;
export const MAX_TABLE_COLUMNS = 10;

/** Bytes of an edited text as JSON, and items in it. */
export const MAX_EDIT_BYTES = 1_000_000;
export const MAX_EDIT_ITEMS = 2_000;
const MAX_TEXT = 200_000;
const MAX_LIST_ENTRIES = 1_000;
export const MAX_SUGGESTION_TITLE = 200;
export const MAX_SUGGESTION_DESCRIPTION = 5_000;

/** Characters that are not seen and turn or break what follows; line breaks, tabs, half-spaces and plain direction marks stay. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Surrogates without their other half. */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text of an item as it is kept. */
export const cleanItemText = (text: string): string =>
  text.replace(HALVES, '').replace(/\r\n?/g, '\n').replace(UNSEEN, '');

const Text = z.string().max(MAX_TEXT).transform(cleanItemText);
const Line = (max: number) =>
  z
    .string()
    .transform((text) => cleanItemText(text).replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(max));

type EditedEntry = { content: string; 'list-items'?: EditedEntry[]; list_type?: 'ordered' | 'unordered' };
/** Entries of a list down to the last depth there is, so that what is nested deeper is refused and not followed. */
const entriesAt = (depth: number): z.ZodType<EditedEntry[]> => {
  if (depth > MAX_LIST_DEPTH) return z.array(z.never()).max(0);
  const Entry = z.strictObject({
    content: Text,
    'list-items': entriesAt(depth + 1).optional(),
    list_type: z.enum(['ordered', 'unordered']).optional(),
  });
  return z.array(Entry).max(MAX_LIST_ENTRIES);
};

/** What a page says of an item and an editor only carries along: it is kept from the page, whatever comes here. */
const carried = {
  bbox: z.unknown().optional(),
  confidence: z.unknown().optional(),
  sentence_pairs: z.unknown().optional(),
  translation_problems: z.unknown().optional(),
};
const own = { ...carried, id: z.string().regex(/^[\w.:-]{1,64}$/) };
const align = { text_align: z.enum(TEXT_ALIGNS).optional() };
/** An address as the page was delivered with, or `file` of a media file of the document. */
const Src = z.string().max(2048);

const words = <T extends ContentItemType>(type: T) =>
  z.strictObject({ ...own, type: z.literal(type), content: Text });

/** An item as an editor sends it. */
export const EditedItem = z
  .discriminatedUnion('type', [
    z.strictObject({ ...own, ...align, type: z.literal('text'), content: Text }),
    z.strictObject({
      ...own,
      ...align,
      type: z.literal('heading'),
      content: Text,
      level: z.number().int().min(1).max(3),
    }),
    z.strictObject({
      ...own,
      type: z.literal('list'),
      content: Text.default(''),
      list_type: z.enum(['ordered', 'unordered']),
      'list-items': entriesAt(1),
    }),
    words('table'),
    z.strictObject({ ...own, type: z.literal('math'), content: Text, src: Src.optional() }),
    z.strictObject({
      ...own,
      type: z.literal('figure'),
      content: Text.default(''),
      src: Src,
      caption: Text.optional(),
      description: Text.optional(),
    }),
    words('figure_caption'),
    words('table_caption'),
    words('math_caption'),
    z.strictObject({
      ...own,
      type: z.literal('code'),
      content: Text,
      language: Line(40),
      filename: Line(200).optional(),
    }),
    words('caption'),
    words('abandon'),
  ])
  .transform(
    ({ bbox: _box, confidence: _sure, sentence_pairs: _pairs, translation_problems: _problems, ...item }) =>
      item satisfies ContentItem,
  );
export type EditedItem = z.infer<typeof EditedItem>;

const EditedItems = z
  .array(EditedItem)
  .max(MAX_EDIT_ITEMS)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length);

/** A form field that holds JSON. */
const json = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'INVALID' });
    return z.NEVER;
  }
};
const Json = z.string().max(MAX_EDIT_BYTES).transform(json);

/** `{"items":[…]}`, or the list alone. */
const ItemsJson = Json.transform((value) =>
  Array.isArray(value) ? { items: value as unknown[] } : value,
).pipe(
  z
    .strictObject({ items: EditedItems, page_info: z.unknown().optional() })
    .transform(({ items }) => ({ items })),
);

const Title = Line(MAX_SUGGESTION_TITLE);
const Description = z
  .string()
  .transform((text) => cleanItemText(text).trim())
  .pipe(z.string().max(MAX_SUGGESTION_DESCRIPTION));
const Revision = z.coerce.number().int().min(0).optional();

/**
 * The form of `document/page/{page_id}/update/` (RDR-EDIT-15): all items of one text. `revision` is ours: the page's revision that the
 * editor began with; where that text has changed since, the call is refused with 409. Left out, the text is replaced whatever it is.
 */
export const UpdatePageRequest = z.strictObject({
  content: ItemsJson,
  translation_version: z.coerce.number().pipe(z.literal(TEXT_VERSIONS)).default(0),
  revision: Revision,
});
export type UpdatePageRequest = z.infer<typeof UpdatePageRequest>;

export const SUGGESTION_STATUSES = ['pending', 'applied', 'cancelled'] as const;
export const SuggestionStatus = z.enum(SUGGESTION_STATUSES);
export type SuggestionStatus = z.infer<typeof SuggestionStatus>;

/** Counted by item id: moving an item alone changes none of them. */
export const EditSummary = z.object({
  items_added: z.number().int(),
  items_removed: z.number().int(),
  items_modified: z.number().int(),
});
export type EditSummary = z.infer<typeof EditSummary>;

/** A suggestion without its items; the fields after the blank line are ours. */
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
  /** The text of the page is not the one any more that it was written on (or, once applied, that it became). */
  page_changed: z.boolean(),
});
export type SuggestionCard = z.infer<typeof SuggestionCard>;

const DeliveredItems = z.object({ items: z.custom<ContentItem[]>((value) => Array.isArray(value)) });

/** A suggestion (RDR-SUGGEST-02). Pictures have addresses as on a page. */
export const Suggestion = SuggestionCard.extend({
  suggested_content: DeliveredItems,

  /** The text it was written on: what a diff is shown against. */
  base_content: DeliveredItems,
});
export type Suggestion = z.infer<typeof Suggestion>;

/**
 * The form of `document/page/{page_id}/suggestion/create/`. An empty title or description is made up from what changes (G51). `revision` as
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
 * The form of `document/suggestion/{suggestion_id}/update/`; what is left out stays. `revision`: the items were written on the page as it was
 * then, which becomes what they are compared with.
 */
export const UpdateSuggestionRequest = z.strictObject({
  title: Title.optional(),
  description: Description.optional(),
  suggested_content: ItemsJson.optional(),
  revision: Revision,
});
export type UpdateSuggestionRequest = z.infer<typeof UpdateSuggestionRequest>;

/** The form of `document/suggestion/{suggestion_id}/apply/`. `force=1`: where others have changed the same items since, it wins (C21). */
export const ApplySuggestionRequest = z.strictObject({
  force: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
});
export type ApplySuggestionRequest = z.infer<typeof ApplySuggestionRequest>;

/** Query of `…/suggestion/others/` and `…/suggestion/history/`; without an edit type, of all three. */
export const SuggestionsQuery = z.strictObject({
  edit_type: EditType.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(50).default(10),
});
export type SuggestionsQuery = z.infer<typeof SuggestionsQuery>;

/** How the caller edits (RDR-EDIT-20): `staff` at once, `owner` at once and kept as a suggestion, `suggest` for review. */
export const EDIT_MODES = ['staff', 'owner', 'suggest'] as const;
export const EditMode = z.enum(EDIT_MODES);
export type EditMode = z.infer<typeof EditMode>;

const byType = <T extends z.ZodType>(value: T) =>
  z.object({ content: value, translation_1: value, translation_2: value });
export const SuggestionCounts = byType(z.number().int());
export type SuggestionCounts = z.infer<typeof SuggestionCounts>;

/** `document/page/{page_id}/suggestion/list/` (RDR-SUGGEST-03): what of the caller is pending, and how much of others. */
export const SuggestionListResponse = z.object({
  status: z.literal('success'),
  user_suggestions: byType(Suggestion.nullable()),
  other_suggestions_count: SuggestionCounts,

  /** Applied ones, by edit type. */
  history_count: SuggestionCounts,
  edit_mode: EditMode,
});
export type SuggestionListResponse = z.infer<typeof SuggestionListResponse>;

/** `…/suggestion/others/`: pending ones of others, newest first. Only owner and staff get them; others their number. */
export const OtherSuggestionsResponse = z.object({
  status: z.literal('success'),
  suggestions: z.array(SuggestionCard),
  total: z.number().int(),
  page: z.number().int(),
  per_page: z.number().int(),
});
export type OtherSuggestionsResponse = z.infer<typeof OtherSuggestionsResponse>;

/** One applied suggestion (RDR-SUGGEST-04); its items, for owner and staff and its author, come with `document/suggestion/{id}/`. */
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

/** The answer of create, update and apply. `page` comes where the page has changed by it (an owner's, or applied), else null. */
export const SuggestionSavedResponse = SuggestionResponse.extend({
  page: ReaderPage.nullable(),
  /** The page had changed since: other people's items stand beside these, or were replaced where that was asked for (C21). */
  conflict: z.boolean(),
});
export type SuggestionSavedResponse = z.infer<typeof SuggestionSavedResponse>;

export const SuggestionCancelledResponse = z.object({ status: z.literal('success') });
export type SuggestionCancelledResponse = z.infer<typeof SuggestionCancelledResponse>;

/** The answer of `document/page/{page_id}/update/`. */
export const UpdatePageResponse = z.object({
  status: z.literal('success'),
  page: ReaderPage,
  /** The entry of the history that an owner's edit became; null for staff. */
  suggestion_id: z.string().nullable(),
});
export type UpdatePageResponse = z.infer<typeof UpdatePageResponse>;

/**
 * What the 409 of an edit (`EDITING.CONFLICT`) carries beside its code: the page as it is now, with which the editor's items can be merged
 * (`mergeItems`), and the items that both sides have changed.
 */
export const EditConflict = z.object({ page: ReaderPage, conflicts: z.array(z.string()) });
export type EditConflict = z.infer<typeof EditConflict>;
/** What the 409 of a second pending suggestion (`SUGGESTIONS.PENDING_EXISTS`) carries. */
export const PendingSuggestion = z.object({ suggestion_id: z.string() });
export type PendingSuggestion = z.infer<typeof PendingSuggestion>;
