import { LibraryItem } from '@hamkhan/contracts/http/documents';

/** A library item as the server sends it; by default a translated book of 100 pages. */
export const libraryItem = (part: Partial<LibraryItem> = {}): LibraryItem =>
  LibraryItem.parse({
    key: 'walden0001',
    id: '64b7f1c2a4d3e5f6a7b8c9d0',
    title: 'والدن',
    original_title: 'Walden',
    source_filename: 'walden.epub',
    status: 'translated',
    note: '',
    published: false,
    shelf_id: null,
    total_pages: 100,
    processed_pages: 100,
    translated_level2_pages: 100,
    can_unpublish: false,
    note_code: null,
    awaiting_translator: false,
    language: 'en',
    cover: null,
    cover_thumbnail: null,
    created_date: '2025-03-21T00:00:00.000Z',
    modified_date: '2025-03-21T00:00:00.000Z',
    ...part,
  });
