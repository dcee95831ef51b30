import { z } from 'zod';
import {
  CONTENT_ITEM_TYPES,
  MAX_LIST_DEPTH,
  TEXT_ALIGNS,
  type ContentItem,
  type ContentItemType,
} from '../content.js';

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

/** Invisible characters that change the direction or break the text after them. Line breaks, tabs, half-spaces and plain direction marks stay. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Unpaired surrogates. */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Normalises the text of an item before it is stored. */
export const cleanItemText = (text: string): string =>
  text.replace(HALVES, '').replace(/\r\n?/g, '\n').replace(UNSEEN, '');

const Text = z.string().max(MAX_TEXT).transform(cleanItemText);
/** One line of text, normalised. */
export const Line = (max: number) =>
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
export const ItemsJson = Json.transform((value) =>
  Array.isArray(value) ? { items: value as unknown[] } : value,
).pipe(
  z
    .strictObject({ items: EditedItems, page_info: z.unknown().optional() })
    .transform(({ items }) => ({ items })),
);
