import { describe, expect, it } from '@jest/globals';
import { note } from '../../../test/note.js';
import {
  groupByDocument,
  documentsOf,
  filterNotes,
  sortNotes,
  isFiltered,
  NO_FILTER,
  tagsOf,
} from './filter-notes.js';

const kuhn = { id: 'k', key: 'kuhn', title: 'ساختار انقلاب‌های علمی', original_title: 'Structure' };
const notes = [
  note({ id: 'a', selected_text: 'می‌خواستم آگاهانه زندگی کنم', tags: ['سادگی'], category: 1 }),
  note({ id: 'b', user_note: 'صفحهٔ ۱۲ را ببین', tags: ['سادگی', 'بازبینی'], category: 2, page_number: 4 }),
  note({ id: 'c', document: kuhn, category: 2, created_date: '2026-11-12T10:00:00.000Z' }),
];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const found = (part: Partial<typeof NO_FILTER>) => ids(filterNotes(notes, { ...NO_FILTER, ...part }));

describe('filtering notes', () => {
  it('combines document, category and tag [ACC-NOTES-01]', () => {
    expect(found({})).toEqual(['a', 'b', 'c']);
    expect(found({ documentKey: 'kuhn' })).toEqual(['c']);
    expect(found({ category: 2 })).toEqual(['b', 'c']);
    expect(found({ tag: 'سادگی' })).toEqual(['a', 'b']);
    expect(found({ tag: 'سادگی', category: 2, documentKey: 'walden0001' })).toEqual(['b']);
    expect(isFiltered(NO_FILTER)).toBe(false);
    expect(isFiltered({ ...NO_FILTER, search: ' x' })).toBe(true);
  });

  it.each([
    ['ميخواستم', ['a']],
    ['می خواستم', ['a']],
    ['آگاهانه زندگي', ['a']],
    ['صفحه 12', ['b']],
    ['بازبيني', ['b']],
    ['STRUCTURE', ['c']],
    ['انقلابهای', ['c']],
    ['.*', []],
  ])('finds «%s» however it is written [ACC-NOTES-01]', (search, expected) => {
    expect(found({ search })).toEqual(expected);
  });

  it('sorts by time or position, groups by document and counts', () => {
    expect(ids(sortNotes(notes, 'new'))[0]).toBe('c');
    expect(ids(sortNotes(notes.slice(0, 2).toReversed(), 'text'))).toEqual(['a', 'b']);
    expect(groupByDocument(notes).map(({ notes: group }) => ids(group))).toEqual([['a', 'b'], ['c']]);
    expect(documentsOf(notes).map(({ key, count }) => [key, count])).toEqual([
      ['walden0001', 2],
      ['kuhn', 1],
    ]);
    expect(tagsOf(notes)).toEqual([
      { name: 'سادگی', count: 2 },
      { name: 'بازبینی', count: 1 },
    ]);
  });
});
