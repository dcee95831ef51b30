import { z } from 'zod';

/** Content item types of a page (reader-and-store.txt, section 3), in the order the editor offers them, then the internal ones. */
export const CONTENT_ITEM_TYPES = [
  'text',
  'heading',
  'list',
  'table',
  'math',
  'figure',
  'figure_caption',
  'table_caption',
  'math_caption',
  'code',
  'caption',
  'abandon',
] as const;
export type ContentItemType = (typeof CONTENT_ITEM_TYPES)[number];

export const TEXT_ALIGNS = ['none', 'left', 'center', 'right'] as const;
export const MAX_LIST_DEPTH = 6;

/** A rectangle on the page image: [x0, y0, x1, y1] as fractions of page width and height, origin at the top left. */
export const BoundingBox = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type BoundingBox = z.infer<typeof BoundingBox>;

/** What a check can find wrong with a translation, worst first. */
export const TRANSLATION_PROBLEMS = [
  'no_answer',
  'empty',
  'markers',
  'untranslated',
  'repeated',
  'wrong_script',
  'truncated',
  'too_long',
  'numbers',
] as const;
export type TranslationProblem = (typeof TRANSLATION_PROBLEMS)[number];

const offset = z.number().int().nonnegative();
/**
 * Sentences that say the same: `[from, to, from, to]`, the stretch of the original's text and that of the translation's, in UTF-16
 * units of the texts as they stand (with their markdown), end excluded. Pairs are in order, don't overlap and leave no sentence out.
 */
export const SentencePair = z.tuple([offset, offset, offset, offset]);
export type SentencePair = z.infer<typeof SentencePair>;

const base = {
  id: z.string().min(1).max(64),
  bbox: BoundingBox.optional(),
  /** 0 to 1: how sure the converter is of this item; absent where it read a text layer. */
  confidence: z.number().min(0).max(1).optional(),
  /**
   * On translated items: sentence pairs by the place of the text in the item (`content`, `caption`, `description`, `list-items.2`,
   * `list-items.2.list-items.0`); a place of one sentence on both sides isn't listed. Gone once a person has edited the text.
   */
  sentence_pairs: z.record(z.string().max(120), z.array(SentencePair).max(5000)).optional(),
  /** On translated items: what a check still complains about after a second try; absent where all is well. */
  translation_problems: z.array(z.enum(TRANSLATION_PROBLEMS)).max(TRANSLATION_PROBLEMS.length).optional(),
};
const text = z.string().max(200_000);

export type ListEntry = { content: string; 'list-items'?: ListEntry[]; list_type?: 'ordered' | 'unordered' };
export const ListEntry: z.ZodType<ListEntry> = z.lazy(() =>
  z.object({
    content: text,
    'list-items': z.array(ListEntry).max(500).optional(),
    list_type: z.enum(['ordered', 'unordered']).optional(),
  }),
);

const plain = <T extends ContentItemType>(type: T) =>
  z.object({ ...base, type: z.literal(type), content: text });

export const HeadingItem = z.object({
  ...base,
  type: z.literal('heading'),
  content: text,
  level: z.number().int().min(1).max(3),
  text_align: z.enum(TEXT_ALIGNS).optional(),
});
export const TextItem = z.object({
  ...base,
  type: z.literal('text'),
  content: text,
  text_align: z.enum(TEXT_ALIGNS).optional(),
});
export const ListItem = z.object({
  ...base,
  type: z.literal('list'),
  /** Unused for lists; kept because every item has it. */
  content: text,
  list_type: z.enum(['ordered', 'unordered']),
  'list-items': z.array(ListEntry).max(1000),
});
/** `content` is a GitHub-style markdown table; cells hold inline markdown with `|` escaped as `\|`. */
export const TableItem = plain('table');
/** `src` is an object key (stored) or a signed URL (delivered). */
export const FigureItem = z.object({
  ...base,
  type: z.literal('figure'),
  content: text,
  src: z.string().max(2048),
  caption: text.optional(),
  description: text.optional(),
});
export const CodeItem = z.object({
  ...base,
  type: z.literal('code'),
  content: text,
  language: z.string().max(40),
  filename: z.string().max(200).optional(),
});
/** `content` is LaTeX without delimiters, or plain text when `src` shows the formula as an image. */
export const MathItem = z.object({
  ...base,
  type: z.literal('math'),
  content: text,
  src: z.string().max(2048).optional(),
});

/** The spoken range of an item, in seconds from the beginning of the page's audio (RDR-READER-36). */
export const SpokenItem = z.object({
  id: base.id,
  type: z.enum(['heading', 'content']),
  level: z.number().int().min(1).max(3).optional(),
  content: text,
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  /** Its sentences: from and to in `content` (UTF-16 units), start and end in seconds. */
  sentences: z
    .array(z.tuple([z.int(), z.int(), z.number(), z.number()]))
    .max(2_000)
    .optional(),
});
export type SpokenItem = z.infer<typeof SpokenItem>;

/**
 * One block of a page. Inline marks inside text, heading, list entries, cells and captions are markdown:
 * `**bold**`, `*italic*`, `` `code` ``, `$latex$`, `[text](url)`; everything else is literal text.
 */
export const ContentItem = z.discriminatedUnion('type', [
  HeadingItem,
  TextItem,
  ListItem,
  TableItem,
  FigureItem,
  CodeItem,
  MathItem,
  plain('figure_caption'),
  plain('table_caption'),
  plain('math_caption'),
  plain('caption'),
  plain('abandon'),
]);
export type ContentItem = z.infer<typeof ContentItem>;

export const PageInfo = z.object({
  /** `text`: read from a text layer or markup; `ocr`: recognised; `blank`: nothing on it. */
  page_type: z.enum(['text', 'ocr', 'blank']),
  /** Page width and height in points (PDF, DJVU) or 0 where the format has no pages (EPUB). */
  width: z.number().optional(),
  height: z.number().optional(),
  /** Mean OCR confidence, 0 to 1. */
  confidence: z.number().min(0).max(1).optional(),
  annotated_image: z.string().nullable().optional(),
});
export type PageInfo = z.infer<typeof PageInfo>;

/** The original text of a page. */
export const PageContent = z.object({ items: z.array(ContentItem).max(5000), page_info: PageInfo });
export type PageContent = z.infer<typeof PageContent>;

/** One translation level of a page: the same ids in the same order as the original. */
export const TranslatedContent = z.object({ items: z.array(ContentItem).max(5000) });
export type TranslatedContent = z.infer<typeof TranslatedContent>;
