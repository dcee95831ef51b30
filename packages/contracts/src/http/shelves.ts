import { z } from 'zod';
import { SOURCE_LANGUAGES } from '../languages.js';
import { AccessType, DocumentStatus } from '../statuses.js';
import { LibraryListQuery } from './documents.js';
import { unicodeForm } from '../unicode-form.js';

/** Name of the shelf that every user has; screens show a label of their own (ACC-SHELF-07). */
export const GENERAL_SHELF_NAME = 'GENERAL_SHELF';

/** What a shelf can look like, the default first (ACC-SHELF-02, G58). */
export const SHELF_ICONS = [
  'mdi-bookshelf',
  'mdi-book',
  'mdi-book-open',
  'mdi-library',
  'mdi-school',
  'mdi-star',
  'mdi-heart',
  'mdi-bookmark',
  'mdi-briefcase',
  'mdi-lightbulb',
] as const;
export const ShelfIcon = z.enum(SHELF_ICONS);
export type ShelfIcon = z.infer<typeof ShelfIcon>;

export const MAX_SHELF_NAME = 100;
export const MAX_SHELF_DESCRIPTION = 1000;
export const MAX_SHELF_TAGS = 10;
export const MAX_SHELVES = 200;
export const MAX_SUBSCRIPTIONS = 200;
/** Maximum number of documents that one call can reorder. */
export const MAX_REORDERED = 1000;

/** Control characters and direction overrides; the half-space stays. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const cleanLine = (text: string): string =>
  unicodeForm('NFC', text).replace(/\s+/g, ' ').replace(INVISIBLE, '').replace(/ {2,}/g, ' ').trim();
const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const Name = z
  .string({ error: 'SHELF_NAME_REQUIRED' })
  .transform(cleanLine)
  .pipe(z.string().min(1, 'SHELF_NAME_REQUIRED').max(MAX_SHELF_NAME));
const Description = z.string().transform(cleanText).pipe(z.string().max(MAX_SHELF_DESCRIPTION));
const FormBoolean = z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })]);
/** Names joined by commas, Latin or Arabic (ACC-SHELF-11). */
const JoinedTags = z
  .string()
  .max(2000)
  .transform((joined) => [
    ...new Set(
      joined
        .split(/[,،]/)
        .map(cleanLine)
        .filter((name) => name !== ''),
    ),
  ])
  .pipe(z.array(z.string()).max(MAX_SHELF_TAGS));
/** Id or key of a document or shelf (G04). */
const ObjectName = z.string().min(1).max(40);

export const CreateShelfRequest = z.strictObject({
  name: Name,
  description: Description.default(''),
  icon: ShelfIcon.default('mdi-bookshelf'),
});
export type CreateShelfRequest = z.infer<typeof CreateShelfRequest>;

/** Appearance, sharing, or both (ACC-SHELF-10, -11). Absent fields stay unchanged. */
export const UpdateShelfRequest = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    icon: ShelfIcon.optional(),
    is_public: FormBoolean.optional(),
    tags: JoinedTags.optional(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), 'REQUIRED');
export type UpdateShelfRequest = z.infer<typeof UpdateShelfRequest>;

export const MoveToShelfRequest = z.strictObject({ shelf_id: ObjectName });
export type MoveToShelfRequest = z.infer<typeof MoveToShelfRequest>;
/** The form of `add-document` and `remove-document` (G34). */
export const ShelfDocumentRequest = z.strictObject({ document_id: ObjectName });
export type ShelfDocumentRequest = z.infer<typeof ShelfDocumentRequest>;

const parsedJson = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'INVALID' });
    return z.NEVER;
  }
};
const ObjectNames = z
  .array(ObjectName)
  .min(1)
  .max(MAX_REORDERED)
  .refine((names) => new Set(names).size === names.length, 'INVALID');
/** All or some documents of a shelf, in the new order (G34). */
export const ReorderShelfRequest = z.strictObject({
  document_ids: z.union([ObjectNames, z.string().transform(parsedJson).pipe(ObjectNames)]),
});
export type ReorderShelfRequest = z.infer<typeof ReorderShelfRequest>;

export const ShelfListQuery = z.object({ with_subscribed: z.string().optional() });
export type ShelfListQuery = z.infer<typeof ShelfListQuery>;

/** A shelf in the list of a user: their own, or one they have subscribed to (ACC-SHELF-05). */
export const Shelf = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string(),
  icon: ShelfIcon,
  is_public: z.boolean(),
  tags_as_list: z.array(z.string()),
  document_count: z.number().int(),
  subscribed_shelf: z.boolean(),
});
export type Shelf = z.infer<typeof Shelf>;

export const ShelfListResponse = z.object({
  status: z.literal('success'),
  shelves: z.array(Shelf),
  general_shelf_id: z.string(),
});
export type ShelfListResponse = z.infer<typeof ShelfListResponse>;

export const ShelfResponse = z.object({ status: z.literal('success'), shelf: Shelf });
export type ShelfResponse = z.infer<typeof ShelfResponse>;

export const ShelfDoneResponse = z.object({ status: z.literal('success') });
export type ShelfDoneResponse = z.infer<typeof ShelfDoneResponse>;

/** The position of a document after a move. */
export const DocumentMovedResponse = z.object({ status: z.literal('success'), shelf_id: z.string() });
export type DocumentMovedResponse = z.infer<typeof DocumentMovedResponse>;

/** A public shelf (RDR-PUBSHELF-04). `user` is the id of its owner. */
export const PublicShelf = Shelf.omit({ subscribed_shelf: true }).extend({
  user: z.string(),
  /** For the owner: number of documents of the shelf that are hidden from others. Null for everyone else (C34). */
  private_document_count: z.number().int().nullable(),
});
export type PublicShelf = z.infer<typeof PublicShelf>;

export const PublicShelfResponse = z.object({
  status: z.literal('success'),
  shelf: PublicShelf,
  is_subscribed: z.boolean(),
});
export type PublicShelfResponse = z.infer<typeof PublicShelfResponse>;

/** The public fields of a document on a public shelf. */
export const PublicShelfDocument = z.object({
  key: z.string(),
  id: z.string(),
  title: z.string(),
  original_title: z.string(),
  authors: z.string(),
  year: z.number().int().nullable(),
  language: z.enum(SOURCE_LANGUAGES),
  status: DocumentStatus,
  published: z.boolean(),
  access_type: AccessType,
  total_pages: z.number().int(),
  translated_level2_pages: z.number().int(),
  cover_thumbnail: z.string().nullable(),
  created_date: z.string(),
});
export type PublicShelfDocument = z.infer<typeof PublicShelfDocument>;

export const PublicShelfDocumentsQuery = LibraryListQuery.pick({
  page: true,
  per_page: true,
  search: true,
  sort_by: true,
  sort_order: true,
});
export type PublicShelfDocumentsQuery = z.infer<typeof PublicShelfDocumentsQuery>;

export const PublicShelfDocumentsResponse = z.object({
  status: z.literal('success'),
  documents: z.array(PublicShelfDocument),
  total: z.number().int(),
});
export type PublicShelfDocumentsResponse = z.infer<typeof PublicShelfDocumentsResponse>;

export const SubscriptionResponse = z.object({ status: z.literal('success'), is_subscribed: z.boolean() });
export type SubscriptionResponse = z.infer<typeof SubscriptionResponse>;

/** Query of `document/tag/list/`. */
export const TagListQuery = z.object({
  is_category: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(20_000).default(20_000),
});
export type TagListQuery = z.infer<typeof TagListQuery>;

/** A category of documents and shelves. `translated_name` is its Persian name (ACC-SHELF-34). */
export const Tag = z.object({
  id: z.string(),
  name: z.string(),
  translated_name: z.string(),
  is_category: z.boolean(),
});
export type Tag = z.infer<typeof Tag>;

export const TagListResponse = z.object({ status: z.literal('success'), tags: z.array(Tag) });
export type TagListResponse = z.infer<typeof TagListResponse>;
