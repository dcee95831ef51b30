import { describe, expect, it } from '@jest/globals';
import { newSuggestion } from './new-suggestion.domain.js';
import { withDefaultTexts } from './suggestion-texts.domain.js';

const place = { id: 'p', document: { _id: 'd' }, number: 11 };
const line = (id: string, content = id) => ({ id, type: 'text' as const, content });
const written = {
  authorId: 'u',
  editType: 'translation_1' as const,
  base: [line('a'), line('b')],
  items: [line('a', 'x'), line('c'), line('d')],
  revision: 4,
  title: '',
  description: '',
};

describe('a new suggestion', () => {
  it("has a generated title and description in the author's language [RDR-SUGGEST-10]", () => {
    expect(newSuggestion(place, written, 'en')).toMatchObject({
      title: 'Edit of page 12 (translation level 1)',
      description: '2 added, 1 removed, 1 modified',
      status: 'pending',
      summary: { items_added: 2, items_removed: 1, items_modified: 1 },
      appliedAt: null,
    });
    expect(newSuggestion(place, written, 'fa')).toMatchObject({
      title: 'ویرایش صفحهٔ ۱۲ (ترجمهٔ ۱)',
      description: '۲ افزوده، ۱ حذف‌شده، ۱ تغییریافته',
    });
  });

  it("keeps the author's texts, and updates generated ones [RDR-SUGGEST-10]", () => {
    const row = newSuggestion(place, { ...written, title: 'Better' }, 'en');
    expect(withDefaultTexts({ ...row, items: [line('a'), line('b')] }, 'en')).toMatchObject({
      title: 'Better',
      description: '0 added, 0 removed, 0 modified',
    });
  });
});
