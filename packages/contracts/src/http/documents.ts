import { z } from 'zod';
import { PageContent, SpokenItem, TranslatedContent } from '../content.js';
import { SOURCE_LANGUAGES } from '../languages.js';
import { TranslationEstimate } from './translation-cost.js';
import { ReadingState } from './reader.js';
import {
  AccessType,
  DocumentStatus,
  PageStatus,
  SpeechFailure,
  SpeechStatus,
  TranslationStatus,
} from '../statuses.js';

export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024;
export const MAX_DOCUMENT_PAGES = 2000;
export const INVALID_FILE_TYPE_TEXT = 'Invalid file type. Please upload a PDF, DJVU, or EPUB file';

/** The form field beside the file of `document/upload/`. */
export const UploadFields = z.strictObject({ language: z.enum(SOURCE_LANGUAGES).default('en') });
export const UploadResponse = z.object({ duplicate: z.boolean(), id: z.string(), key: z.string() });
export type UploadResponse = z.infer<typeof UploadResponse>;

export const PublishResponse = z.object({ status: z.literal('success'), published: z.literal(true) });
export type PublishResponse = z.infer<typeof PublishResponse>;

/** `document/user/document/{id}/unpublish/`: the document is private again. */
export const UnpublishResponse = z.object({ status: z.literal('success'), published: z.literal(false) });
export type UnpublishResponse = z.infer<typeof UnpublishResponse>;

/** One row of the library (ACC-LIBRARY-20). The fields after the blank line are not in the specification. */
export const LibraryItem = z.object({
  key: z.string(),
  id: z.string(),
  title: z.string(),
  original_title: z.string(),
  source_filename: z.string(),
  status: DocumentStatus,
  note: z.string(),
  published: z.boolean(),
  shelf_id: z.string().nullable(),
  total_pages: z.number().int(),
  processed_pages: z.number().int(),
  translated_level2_pages: z.number().int(),

  /** The document is published, and the caller is its owner or staff. */
  can_unpublish: z.boolean(),
  /** Machine-readable reason behind `note`, null when there is none. */
  note_code: z.string().nullable(),
  /** True while pages wait because no translator is configured. */
  awaiting_translator: z.boolean(),
  language: z.enum(SOURCE_LANGUAGES),
  /** Addresses of the first page's image or the book's cover: wide, and as a thumbnail. */
  cover: z.string().nullable(),
  cover_thumbnail: z.string().nullable(),
  created_date: z.string(),
  modified_date: z.string(),
});
export type LibraryItem = z.infer<typeof LibraryItem>;

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const LIBRARY_SORTS = ['title', 'created_date', 'total_pages', 'status'] as const;

/**
 * Query of the library list; unknown sorts fall back to the default (G82): newest first, on a shelf the order its owner arranged it in, which is the
 * same until they do.
 */
export const LibraryListQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce
    .number()
    .int()
    .refine((n) => (PAGE_SIZES as readonly number[]).includes(n))
    .default(10),
  search: z.string().trim().max(200).default(''),
  type: z.enum(['all', 'books', 'articles']).default('all'),
  shelf_id: z.string().max(40).optional(),
  sort_by: z.enum(LIBRARY_SORTS).optional().catch(undefined),
  sort_order: z.enum(['asc', 'desc']).catch('desc').default('desc'),
});
export type LibraryListQuery = z.infer<typeof LibraryListQuery>;

export const LibraryListResponse = z.object({
  documents: z.array(LibraryItem),
  total_documents: z.number().int(),
  total_pages: z.number().int(),
  current_page: z.number().int(),
});
export type LibraryListResponse = z.infer<typeof LibraryListResponse>;

export const DocumentRequestsQuery = z.object({ search: z.string().trim().max(200).default('') });
export type DocumentRequestsQuery = z.infer<typeof DocumentRequestsQuery>;

/** `untranslated/document-requests/`: documents in the queue (C33). */
export const DocumentRequestsResponse = z.object({
  status: z.literal('success'),
  requests: z.array(z.object({ id: z.string(), key: z.string(), title: z.string(), status: z.string() })),
});
export type DocumentRequestsResponse = z.infer<typeof DocumentRequestsResponse>;

export const AccessReason = z.enum(['free', 'purchased', 'owner', 'staff', 'subscription', 'none']);
export type AccessReason = z.infer<typeof AccessReason>;

/** A page as the reader gets it. `page_number` is zero-based. */
export const ReaderPage = z.object({
  id: z.string(),
  page_number: z.number().int(),
  status: PageStatus,
  translation_status: TranslationStatus,
  /** Address of the widest image of the page. */
  image: z.string().nullable(),
  content: PageContent.nullable(),
  translated_content: TranslatedContent.nullable(),
  translated_content_level2: TranslatedContent.nullable(),
  tts_audio_url: z.string().nullable(),
  tts_audio_status: SpeechStatus.nullable(),
  tts_text: z.object({ items: z.array(SpokenItem) }).nullable(),
  /** Suggested questions about the page (RDR-READER-37, G84). */
  questions: z.object({ questions: z.array(z.string()) }).nullable(),

  /** Images of the page, narrowest first; sizes in pixels. */
  pictures: z.array(z.object({ src: z.string(), width: z.number().int(), height: z.number().int() })),
  /** The text was edited after its audio was made (C04). */
  tts_outdated: z.boolean().optional(),
  /** Why the page has no audio; the texts are in the locale files. */
  tts_failure: SpeechFailure.optional(),
  /** Grows with each change of the page. */
  revision: z.number().int(),
  /** Why the page failed or waits, as a code with texts in the locale files; null for neither. */
  note_code: z.string().nullable(),
});
export type ReaderPage = z.infer<typeof ReaderPage>;

/** Query of `document/metadata/{documentId}/`; `page` is zero-based (G10). */
export const MetadataQuery = z.object({
  /** 1: the reader has opened it (G29). */
  add: z.coerce.number().int().optional(),
  with_page: z.coerce.number().int().optional(),
  page: z.coerce.number().int().min(0).default(0),
  /** 1: the response has the page that the user read last, on any device, instead of a given page. */
  resume: z.coerce.number().int().optional(),
});
export type MetadataQuery = z.infer<typeof MetadataQuery>;

export const PreviewInfo = z.object({
  from: z.number().int(),
  to: z.number().int(),
  total_pages: z.number().int(),
});

export const DocumentMetadata = z.object({
  key: z.string(),
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  original_title: z.string(),
  original_subtitle: z.string(),
  summary: z.string(),
  original_summary: z.string(),
  authors: z.string(),
  year: z.number().int().nullable(),
  total_pages: z.number().int(),
  price: z.number().int(),
  access_type: AccessType,
  published: z.boolean(),
  purchased: z.boolean(),
  status: DocumentStatus,
  preview_pages: z.object({ from: z.number().int(), to: z.number().int() }),
  translated_level2_pages: z.number().int(),
  cover: z.string().nullable(),
  cover_thumbnail: z.string().nullable(),
  tags: z.string(),
  tags_list: z.array(z.string()),
  shelf_id: z.string().nullable(),
  source_file: z.string().nullable(),
  source_filename: z.string(),
  user: z.string(),
  promoted: z.boolean(),
  modified_date: z.string(),

  language: z.enum(SOURCE_LANGUAGES),
  access: z.object({ full: z.boolean(), reason: AccessReason }),
  note: z.string(),
  note_code: z.string().nullable(),
  awaiting_translator: z.boolean(),
  /** For the owner and staff: the cost of translating the document, null until it is known. */
  translation_estimate: TranslationEstimate.nullable().optional(),
});
export type DocumentMetadata = z.infer<typeof DocumentMetadata>;

export const MetadataResponse = z.object({
  status: z.literal('success'),
  metadata: DocumentMetadata,
  current_page: ReaderPage.nullable(),
  current_page_loaded: z.boolean(),
  modified_date: z.string(),
  purchased: z.boolean(),
  preview_info: PreviewInfo.optional(),
  /** The user's last reading position and view; null for guests and before the first reading. */
  reading: ReadingState.nullable(),
});
export type MetadataResponse = z.infer<typeof MetadataResponse>;

/** Largest chunk of `document/pages/`, and its default (G09). `page` is the one-based chunk. */
export const MAX_PAGES_PER_CHUNK = 100;
export const PagesQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(MAX_PAGES_PER_CHUNK).default(MAX_PAGES_PER_CHUNK),
});
export type PagesQuery = z.infer<typeof PagesQuery>;

export const PagesResponse = z.object({
  pages: z.array(ReaderPage),
  pagination: z.object({ page: z.number().int(), per_page: z.number().int(), total_items: z.number().int() }),
});
export type PagesResponse = z.infer<typeof PagesResponse>;

/** Query of `document/events/`: one document, or all of the caller's. */
export const DocumentEventsQuery = z.object({ document: z.string().max(40).optional() });

/** Server-sent events of `document/events/`: a changed library row, or a changed page of a document. */
export const DocumentChangedEvent = LibraryItem;
export const PageChangedEvent = z.object({
  document_key: z.string(),
  page_number: z.number().int(),
  status: PageStatus,
  translation_status: TranslationStatus,
  revision: z.number().int(),
});
export type PageChangedEvent = z.infer<typeof PageChangedEvent>;
