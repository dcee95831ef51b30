import { z } from 'zod';
import { MAX_DOCUMENT_PAGES } from './documents.js';
import { unicodeForm } from '../unicode-form.js';

/** Purpose of a note by number (G02): 1 important, 2 question, 3 reminder, 4 definition, 5 other. */
export const NOTE_CATEGORIES = [1, 2, 3, 4, 5] as const;
export type NoteCategory = (typeof NOTE_CATEGORIES)[number];

/** The text of a page that a note belongs to: 0 the original, 1 and 2 its translations. */
export const NOTE_VERSIONS = [0, 1, 2] as const;
export type NoteVersion = (typeof NOTE_VERSIONS)[number];

export const MAX_NOTE_TEXT = 10_000;
export const MAX_NOTE_WORDS = 20_000;
export const MAX_NOTE_TAGS = 20;
export const MAX_TAG_NAME = 50;
/** Limits for one user: notes, tags, and notes on one page. */
export const MAX_NOTES = 5_000;
export const MAX_NOTES_ON_PAGE = 200;
export const MAX_TAGS = 500;
const MAX_ITEM_INDEX = 4_999;
const MAX_OFFSET = 5_000_000;

/** Invisible characters that change the direction or break the text after them. Line breaks, tabs and half-spaces stay. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Unpaired surrogates. */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A normalised text: no invisible characters, one kind of line break, no unpaired surrogates. */
export const cleanNoteText = (text: string): string =>
  text.replace(HALVES, '').replace(/\r\n?/g, '\n').replace(UNSEEN, '').trim();

/** A normalised tag: one line, single spaces. */
export const cleanTagName = (text: string): string =>
  cleanNoteText(unicodeForm('NFC', text)).replace(/\s+/g, ' ').trim();

const NoteText = z
  .string()
  .transform(cleanNoteText)
  .pipe(z.string().min(1, 'NOTE_TEXT_REQUIRED').max(MAX_NOTE_TEXT));
const NoteWords = z.string().transform(cleanNoteText).pipe(z.string().max(MAX_NOTE_WORDS));
const CategoryRequest = z.coerce.number().pipe(z.literal(NOTE_CATEGORIES, { error: 'CATEGORY_REQUIRED' }));
const TagName = z.string().transform(cleanTagName).pipe(z.string().min(1).max(MAX_TAG_NAME));
const TagNames = z.array(TagName).max(MAX_NOTE_TAGS);

/** A list inside a form: JSON. */
const jsonList = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'INVALID' });
    return z.NEVER;
  }
};

const wholeNumber = (max: number) => z.coerce.number().int().min(0).max(max);

/**
 * The form of `knowledge/note/create/` (RDR-NOTES-03). `text` is the passage as it was selected, `user_note` what the reader says of it.
 * Offsets count UTF-16 units of the item's words (`itemText`), from the beginning of item `item_index` (among all items of the
 * page) on; the end may reach into the items that follow. `version` and `item_id` are ours; where they are left out the server looks.
 */
export const CreateNoteRequest = z
  .strictObject({
    document: z.string().min(1).max(40),
    text: NoteText,
    user_note: NoteWords.default(''),
    category: CategoryRequest,
    page_number: wholeNumber(MAX_DOCUMENT_PAGES),
    item_index: wholeNumber(MAX_ITEM_INDEX),
    start_offset: wholeNumber(MAX_OFFSET),
    end_offset: wholeNumber(MAX_OFFSET),
    tags: z
      .string()
      .max(MAX_NOTE_TAGS * (MAX_TAG_NAME + 10) * 6)
      .default('[]')
      .transform(jsonList)
      .pipe(TagNames),
    version: wholeNumber(2)
      .transform((version) => version as NoteVersion)
      .optional(),
    item_id: z.string().min(1).max(64).optional(),
  })
  .refine(({ start_offset, end_offset }) => end_offset >= start_offset, {
    path: ['end_offset'],
    message: 'INVALID',
  });
export type CreateNoteRequest = z.infer<typeof CreateNoteRequest>;

/** The JSON of `knowledge/note/update/{note_id}/`; absent fields stay unchanged (G44). */
export const UpdateNoteRequest = z.strictObject({
  text: NoteText,
  category: CategoryRequest,
  user_note: NoteWords.optional(),
  tags: TagNames.optional(),
});
export type UpdateNoteRequest = z.infer<typeof UpdateNoteRequest>;

export const NoteListQuery = z.object({ document_key: z.string().min(1).max(40).optional() });
export type NoteListQuery = z.infer<typeof NoteListQuery>;

export const CreateTagRequest = z.strictObject({ name: TagName });
export type CreateTagRequest = z.infer<typeof CreateTagRequest>;

/** A note for its author (ACC-NOTES-02). The fields after the blank line are not in the specification. */
export const Note = z.object({
  id: z.string(),
  text: z.string(),
  user_note: z.string(),
  category: z.literal(NOTE_CATEGORIES),
  selected_text: z.string(),
  /** Zero-based. */
  page_number: z.number().int(),
  item_index: z.number().int(),
  start_offset: z.number().int(),
  end_offset: z.number().int(),
  tags: z.array(z.string()),
  document: z.object({
    id: z.string(),
    key: z.string(),
    title: z.string(),
    original_title: z.string(),
  }),
  created_date: z.string(),

  modified_date: z.string(),
  item_id: z.string(),
  version: z.literal(NOTE_VERSIONS),
  /** The current text at these offsets; differs from `selected_text` if it was corrected. */
  anchored_text: z.string(),
  /** The passage was not found on the current page; the note keeps its last position. */
  orphan: z.boolean(),
  /** The user has lost access to the page: the passage is left out, only the user's own text is here. */
  locked: z.boolean(),
});
export type Note = z.infer<typeof Note>;

export const NoteListResponse = z.object({ status: z.literal('success'), notes: z.array(Note) });
export type NoteListResponse = z.infer<typeof NoteListResponse>;

/** The response of create and update. */
export const NoteResponse = z.object({ status: z.literal('success'), note: Note });
export type NoteResponse = z.infer<typeof NoteResponse>;

export const DocumentWithNotes = z.object({
  key: z.string(),
  title: z.string(),
  original_title: z.string(),
  note_count: z.number().int(),
});
export type DocumentWithNotes = z.infer<typeof DocumentWithNotes>;
export const NoteDocumentsResponse = z.object({
  status: z.literal('success'),
  documents: z.array(DocumentWithNotes),
});
export type NoteDocumentsResponse = z.infer<typeof NoteDocumentsResponse>;

export const NoteTag = z.object({ id: z.string(), name: z.string() });
export type NoteTag = z.infer<typeof NoteTag>;
export const NoteTagsResponse = z.object({ status: z.literal('success'), tags: z.array(NoteTag) });
export type NoteTagsResponse = z.infer<typeof NoteTagsResponse>;
export const NoteTagResponse = z.object({ status: z.literal('success'), tag: NoteTag });
export type NoteTagResponse = z.infer<typeof NoteTagResponse>;

export const NoteDeletedResponse = z.object({ status: z.literal('success') });
export type NoteDeletedResponse = z.infer<typeof NoteDeletedResponse>;
