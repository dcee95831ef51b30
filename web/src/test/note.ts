import { Note } from '@hamkhan/contracts/http/notes';

/** A note as the server sends it; by default an important one on page 1 of the final translation of Walden. */
export const note = (part: Partial<Note> = {}): Note =>
  Note.parse({
    id: 'note-1',
    text: part.selected_text ?? 'نهایی',
    user_note: '',
    category: 1,
    selected_text: 'نهایی',
    page_number: 0,
    item_index: 0,
    start_offset: 0,
    end_offset: 5,
    tags: [],
    document: { id: '64b7f1c2a4d3e5f6a7b8c9d0', key: 'walden0001', title: 'والدن', original_title: 'Walden' },
    created_date: '2026-11-11T10:00:00.000Z',
    modified_date: '2026-11-11T10:00:00.000Z',
    item_id: 'a',
    version: 2,
    anchored_text: part.selected_text ?? 'نهایی',
    orphan: false,
    locked: false,
    ...part,
  });
