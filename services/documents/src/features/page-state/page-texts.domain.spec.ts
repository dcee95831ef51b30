import { describe, expect, it } from '@jest/globals';
import type { ContentItem, SentencePair, SpokenItem } from '@hamkhan/contracts/content';
import { NEW_PAGE, type PageState } from './page-state.domain.js';
import { editedPairs, editText, itemsOf, mergeEdits, textRevisionsOf } from './page-texts.domain.js';

const PAIRS: Record<string, SentencePair[]> = { content: [[0, 3, 0, 3]] };
const line = (id: string, content = id): ContentItem => ({ id, type: 'text', content });
const paired = (id: string, content: string): ContentItem => ({
  ...line(id, content),
  sentence_pairs: PAIRS,
});
const page: PageState = {
  ...NEW_PAGE,
  status: 'success',
  content: { items: [line('a'), line('b')], page_info: { page_type: 'text' } },
  translatedContent: { items: [paired('a', 'آ'), paired('b', 'ب')] },
  translatedContentLevel2: { items: [paired('a', 'آ۲'), paired('b', 'ب۲')] },
  speech: { status: 'success', audio: { key: 'k', seconds: 1, items: [] } },
};
const words = (state: PageState, type: 'content' | 'translation_2'): string =>
  (itemsOf(state, type) ?? []).map(({ content }) => content).join(' ');
const pairsIn = (state: PageState, type: 'translation_1' | 'translation_2'): string =>
  (itemsOf(state, type) ?? []).flatMap(({ id, sentence_pairs: pairs }) => (pairs ? [id] : [])).join(' ');
const retranslated = (state: PageState, ...items: ContentItem[]): PageState => ({
  ...state,
  translatedContentLevel2: { items },
});

describe('editText', () => {
  it('stores the edited text beside the generated one', () => {
    const edited = editText(page, 'content', [line('a', 'x'), line('b')]);
    expect(words(edited, 'content')).toBe('x b');
    expect(edited.content?.page_info).toEqual({ page_type: 'text' });
    expect(edited.edits?.content?.machine).toBe(page.content?.items);
    const again = editText(edited, 'content', [line('b')]);
    expect(again.edits?.content?.machine).toBe(page.content?.items);
    expect(words(again, 'content')).toBe('b');
  });

  it('drops an edit that restores the generated text', () => {
    const there = editText(page, 'translation_2', [line('a', 'x')]);
    const back = editText(there, 'translation_2', [line('a', 'آ۲'), line('b', 'ب۲')]);
    expect(back.edits).toEqual({});
    expect(itemsOf(back, 'translation_2')).toBe(itemsOf(page, 'translation_2'));
  });

  it('drops sentence pairs if either side was edited', () => {
    const original = editText(page, 'content', [line('a', 'x'), line('b')]);
    expect([pairsIn(original, 'translation_1'), pairsIn(original, 'translation_2')]).toEqual(['b', 'b']);
    const translation = editText(page, 'translation_2', [paired('a', 'آ۲'), line('b', 'y')]);
    expect([pairsIn(translation, 'translation_1'), pairsIn(translation, 'translation_2')]).toEqual([
      'a b',
      'a',
    ]);
  });

  it('marks the audio as outdated when the second translation is edited', () => {
    expect(editText(page, 'translation_1', [line('a', 'x')]).speech).toBe(page.speech);
    expect(editText(page, 'translation_2', [line('a', 'x')]).speech).toMatchObject({ outdated: true });
    const audio = (items: SpokenItem[]) => ({
      status: 'success' as const,
      audio: { key: 'k', seconds: 1, items },
    });
    const spoken = (id: string, content: string): SpokenItem => ({
      id,
      type: 'content',
      content,
      start: 0,
      end: 1,
    });
    const read = { ...page, speech: audio([spoken('a', 'آ۲.'), spoken('b', 'ب ۲')]) };
    const changed = editText(read, 'translation_2', [line('a', 'آ۲'), line('b', 'x')]);
    expect(changed.speech).toMatchObject({ outdated: true });
    const back = editText(changed, 'translation_2', [line('a', 'آ۲'), line('b', 'ب۲')]);
    expect(back.speech).toEqual(read.speech);
    const again = { ...changed, speech: audio([spoken('a', 'آ۲'), spoken('b', 'x')]) };
    expect(mergeEdits(changed, again).speech).not.toHaveProperty('outdated');
    expect(mergeEdits(changed, { ...changed, speech: read.speech }).speech).toMatchObject({ outdated: true });
    const silent = editText({ ...page, speech: null }, 'translation_2', [line('a', 'x')]);
    expect(silent.speech).toBeNull();
  });

  it('lists edited translations with their originals', () => {
    const edited = editText(page, 'translation_2', [paired('a', 'آ۲'), line('b', 'y'), line('own', 'z')]);
    expect(editedPairs(edited, 'translation_2')).toEqual([{ source: line('b'), target: line('b', 'y') }]);
    expect(editedPairs(editText(page, 'content', [line('a', 'x')]), 'content')).toEqual([]);
  });
});

describe('mergeEdits', () => {
  const edited = editText(page, 'translation_2', [paired('a', 'آ۲'), line('b', 'y'), line('own', 'z')]);

  it('returns an unedited page unchanged', () => {
    const after = retranslated(page, line('a', 'نو'));
    expect(mergeEdits(page, after)).toBe(after);
  });

  it('keeps manual changes and additions, and replaces the rest', () => {
    const after = mergeEdits(edited, retranslated(edited, line('a', 'نو'), line('b', 'نو'), line('c', 'نو')));
    expect(words(after, 'translation_2')).toBe('نو y z نو');
    expect(after.edits?.translation_2?.machine).toHaveLength(3);
    const third = mergeEdits(
      after,
      retranslated(after, line('a', 'باز'), line('b', 'باز'), line('c', 'باز')),
    );
    expect(words(third, 'translation_2')).toBe('باز y z باز');
  });

  it('keeps edits while their text is missing', () => {
    const away = mergeEdits(edited, { ...edited, translatedContentLevel2: null });
    expect(away.translatedContentLevel2).toBeNull();
    expect(
      words(mergeEdits(away, retranslated(away, line('a', 'نو'), line('b', 'نو'))), 'translation_2'),
    ).toBe('نو y z');
  });

  it('leaves other texts unchanged', () => {
    const after = { ...edited, translatedContent: { items: [line('a', 'نو')] } };
    expect(itemsOf(mergeEdits(edited, after), 'translation_2')).toBe(itemsOf(edited, 'translation_2'));
  });

  it('drops sentence pairs of an edited original', () => {
    const original = editText(page, 'content', [line('a', 'x'), line('b')]);
    const after = mergeEdits(original, retranslated(original, paired('a', 'نو'), paired('b', 'نو')));
    expect(pairsIn(after, 'translation_2')).toBe('b');
  });
});

describe('textRevisionsOf', () => {
  it('is the page revision at which the text changed, by an edit or an event', () => {
    const edited = { ...editText(page, 'content', [line('a', 'x'), line('b')]) };
    const first = textRevisionsOf(page, edited, 7);
    expect(first).toEqual({ content: 7, translation_1: 0, translation_2: 0 });
    const before = { ...edited, textRevisions: first };
    expect(textRevisionsOf(before, retranslated(before, line('a', 'نو')), 8)).toEqual({
      ...first,
      translation_2: 8,
    });
    expect(textRevisionsOf(before, { ...before, pictures: [{ key: 'k', width: 1, height: 1 }] }, 9)).toEqual(
      first,
    );
    expect(textRevisionsOf(null, NEW_PAGE, 1)).toEqual({ content: 0, translation_1: 0, translation_2: 0 });
  });
});
