import type { ContentItem } from '@hamkhan/contracts/content';
import { DocumentMetadata, type MetadataResponse, ReaderPage } from '@hamkhan/contracts/http/documents';

/** Document metadata; by default the user's own translated English book of 12 pages. */
export const readerDocument = (part: Partial<DocumentMetadata> = {}): DocumentMetadata =>
  DocumentMetadata.parse({
    key: 'walden0001',
    id: '64b7f1c2a4d3e5f6a7b8c9d0',
    title: 'والدن',
    subtitle: '',
    original_title: 'Walden',
    original_subtitle: '',
    summary: '',
    original_summary: '',
    authors: '',
    year: null,
    total_pages: 12,
    price: 0,
    access_type: 'free',
    published: false,
    purchased: true,
    status: 'translated',
    preview_pages: { from: 0, to: 10 },
    translated_level2_pages: 12,
    cover: null,
    cover_thumbnail: null,
    tags: '',
    tags_list: [],
    shelf_id: null,
    source_file: null,
    source_filename: 'walden.epub',
    user: 'u1',
    promoted: false,
    modified_date: '2025-03-21T00:00:00.000Z',
    language: 'en',
    access: { full: true, reason: 'owner' },
    note: '',
    note_code: null,
    awaiting_translator: false,
    ...part,
  });

/** One paragraph. */
export const paragraph = (content: string, id = 'a'): ContentItem => ({ id, type: 'text', content });

/** A translated page by zero-based number, with its number in each of its three texts. */
export const readerPage = (number: number, part: Partial<ReaderPage> = {}): ReaderPage =>
  ReaderPage.parse({
    id: `page-${number}`,
    page_number: number,
    status: 'success',
    translation_status: 'translated',
    image: null,
    pictures: [],
    content: { items: [paragraph(`original ${number + 1}`)], page_info: { page_type: 'text' } },
    translated_content: { items: [paragraph(`پیش‌نویس ${number + 1}`)] },
    translated_content_level2: { items: [paragraph(`نهایی ${number + 1}`)] },
    tts_audio_url: null,
    tts_audio_status: null,
    tts_text: null,
    questions: null,
    revision: 5,
    note_code: null,
    ...part,
  });

/** A page without any text yet. */
export const emptyPage = (number: number, part: Partial<ReaderPage> = {}): ReaderPage =>
  readerPage(number, {
    status: 'pending',
    translation_status: 'pending_translation',
    content: null,
    translated_content: null,
    translated_content_level2: null,
    revision: 0,
    ...part,
  });

/** The response of `document/metadata/` with one page. */
export const metadataAnswer = (metadata: DocumentMetadata, page: ReaderPage | null): MetadataResponse => ({
  status: 'success',
  metadata,
  current_page: page,
  current_page_loaded: page !== null,
  modified_date: metadata.modified_date,
  purchased: metadata.purchased,
  reading: null,
});
