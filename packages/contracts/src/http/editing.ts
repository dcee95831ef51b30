import { z } from 'zod';
import {
  CONTENT_ITEM_TYPES,
  MAX_LIST_DEPTH,
  TEXT_ALIGNS,
  type ContentItem,
  type ContentItemType,
} from '../content.js';
import { ReaderPage } from './documents.js';

/** The text of a page that an edit changes (RDR-SUGGEST-02). */
export const EDIT_TYPES = ['content', 'translation_1', 'translation_2'] as const;
export const EditType = z.enum(EDIT_TYPES);
export type EditType = z.infer<typeof EditType>;

/** Numbers of the texts in `translation_version`, in the order of the edit types (G71). */
export const TEXT_VERSIONS = [0, 1, 2] as const;
export type TextVersion = (typeof TEXT_VERSIONS)[number];
export const versionOfEdit = (type: EditType): TextVersion => TEXT_VERSIONS[EDIT_TYPES.indexOf(type)] ?? 0;
export const editOfVersion = (version: TextVersion): EditType => EDIT_TYPES[version];

/** Item types that users can add, in the order of the menu (RDR-EDIT-03). */
export const EDITABLE_ITEM_TYPES = CONTENT_ITEM_TYPES.slice(0, 10) as readonly ContentItemType[];

/** Languages of the code editor as they are stored, in the order of the menu (RDR-EDIT-18). */
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

/** Largest table that users can write, without its header (RDR-EDIT-16). A larger table of a page may stay as large. */
export const MAX_TABLE_ROWS = 20;
export const MAX_TABLE_COLUMNS = 10;

/** Limits for an edited text: bytes as JSON, and items. */
export const MAX_EDIT_BYTES = 1_000_000;
export const MAX_EDIT_ITEMS = 2_000;
const MAX_TEXT = 200_000;
const MAX_LIST_ENTRIES = 1_000;
export const MAX_SUGGESTION_TITLE = 200;
export const MAX_SUGGESTION_DESCRIPTION = 5_000;

/** Invisible characters that change the direction or break the text after them. Line breaks, tabs, half-spaces and plain direction marks stay. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Unpaired surrogates. */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Normalises the text of an item before it is stored. */
export const cleanItemText = (text: string): string =>
  text.replace(HALVES, '').replace(/\r\n?/g, '\n').replace(UNSEEN, '');

const Text = z.string().max(MAX_TEXT).transform(cleanItemText);
const Line = (max: number) =>
  z
    .string()
    .transform((text) => cleanItemText(text).replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(max));

type EditedEntry = { content: string; 'list-items'?: EditedEntry[]; list_type?: 'ordered' | 'unordered' };
/** List entries down to the maximum depth; deeper nesting is rejected without being parsed. */
const entriesAt = (depth: number): z.ZodType<EditedEntry[]> => {
  if (depth > MAX_LIST_DEPTH) return z.array(z.never()).max(0);
  const Entry = z.strictObject({
    content: Text,
    'list-items': entriesAt(depth + 1).optional(),
    list_type: z.enum(['ordered', 'unordered']).optional(),
  });
  return z.array(Entry).max(MAX_LIST_ENTRIES);
};

/** Fields that the pipeline sets. An editor sends them back, but they are ignored: the server keeps those of the page. */
const carried = {
  bbox: z.unknown().optional(),
  confidence: z.unknown().optional(),
  sentence_pairs: z.unknown().optional(),
  translation_problems: z.unknown().optional(),
};
const own = { ...carried, id: z.string().regex(/^[\w.:-]{1,64}$/) };
const align = { text_align: z.enum(TEXT_ALIGNS).optional() };
/** An image address as delivered with the page, or `file` of a media file of the document. */
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

/** `{"items":[…]}`, or only the list. */
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
 * The form of `document/page/{page_id}/update/` (RDR-EDIT-15): all items of one text. `revision` is not in the specification: it is the
 * page's revision when editing began. If the text has changed since, the response is 409; without `revision` the text is replaced.
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

/** The caller's mode (RDR-EDIT-20): `staff` edits directly, `owner` directly with an entry in the history, `suggest` for review. */
export const EDIT_MODES = ['staff', 'owner', 'suggest'] as const;
export const EditMode = z.enum(EDIT_MODES);
export type EditMode = z.infer<typeof EditMode>;

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

/** The response of `document/page/{page_id}/update/`. */
export const UpdatePageResponse = z.object({
  status: z.literal('success'),
  page: ReaderPage,
  /** The history entry of an owner's edit; null for staff. */
  suggestion_id: z.string().nullable(),
});
export type UpdatePageResponse = z.infer<typeof UpdatePageResponse>;

/**
 * The details of a 409 response to an edit (`EDITING.CONFLICT`): the current page, to merge with the editor's items (`mergeItems`), and the
 * items that both sides have changed.
 */
export const EditConflict = z.object({ page: ReaderPage, conflicts: z.array(z.string()) });
export type EditConflict = z.infer<typeof EditConflict>;
/** The details of a 409 response to a second pending suggestion (`SUGGESTIONS.PENDING_EXISTS`). */
export const PendingSuggestion = z.object({ suggestion_id: z.string() });
export type PendingSuggestion = z.infer<typeof PendingSuggestion>;
