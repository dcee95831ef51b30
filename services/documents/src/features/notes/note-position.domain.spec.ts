import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { PageTexts } from '../page/page.repository.js';
import { hasMoved, positionOfNewNote, reanchor, type AnchoredNote } from './note-position.domain.js';

const item = (id: string, content: string): ContentItem => ({ id, type: 'text', content });
const content = (...items: ContentItem[]) => ({ items });
const page = (number: number, level2: ContentItem[] | null, part: Partial<PageTexts> = {}): PageTexts => ({
  number,
  content: { items: [item('a', 'It was the best of times.')], page_info: { page_type: 'text' } },
  translatedContent: content(item('a', 'بهترین روزگار بود.')),
  translatedContentLevel2: level2 && content(...level2),
  ...part,
});
const TIMES = [
  item('a', 'بهترین **روزگاران** بود، بدترین روزگاران بود.'),
  item('b', 'عصر خرد بود، عصر حماقت بود.'),
];
const at = (text: string, part: object = {}) => ({
  text,
  page_number: 4,
  item_index: 0,
  start_offset: 0,
  end_offset: text.length,
  ...part,
});
const noteOn = (text: string, part: object = {}, on = page(4, TIMES)): AnchoredNote => {
  const position = positionOfNewNote(at(text, part), on);
  return { ...position, originalQuote: position.anchored };
};
const none = (): PageTexts[] => [];

describe('positionOfNewNote', () => {
  it('uses the position that the client sent, in the same version', () => {
    expect(positionOfNewNote(at('بهترین روزگاران بود'), page(4, TIMES))).toMatchObject({
      version: 2,
      pageNumber: 4,
      itemId: 'a',
      itemIndex: 0,
      start: 0,
      end: 19,
      anchored: { exact: 'بهترین روزگاران بود', prefix: '' },
      orphan: false,
    });
    expect(positionOfNewNote(at('It was the best', { version: 0 }), page(4, TIMES))).toMatchObject({
      version: 0,
      end: 15,
    });
  });

  it('finds the passage in another version, at another position and in another spelling', () => {
    expect(positionOfNewNote(at('It was the best'), page(4, TIMES))).toMatchObject({
      version: 0,
      orphan: false,
    });
    expect(positionOfNewNote(at('بهترین روزگار بود.', { version: 2 }), page(4, TIMES))).toMatchObject({
      version: 1,
    });
    expect(
      positionOfNewNote(at('عصر حماقت', { start_offset: 40, end_offset: 49 }), page(4, TIMES)),
    ).toMatchObject({
      itemId: 'b',
      start: 13,
      end: 22,
    });
    const arabic = positionOfNewNote(
      at('عصر خرد بود، عصر حماقت بود'.replaceAll('ع', 'ع\u200d')),
      page(4, TIMES),
    );
    expect(arabic).toMatchObject({ itemId: 'b', start: 0, orphan: false });
  });

  it('creates an orphan if the page has no such passage or no text', () => {
    const passage = at('nowhere on this page at all');
    for (const on of [page(4, TIMES), page(4, null, { content: null, translatedContent: null }), null]) {
      expect(positionOfNewNote(passage, on)).toMatchObject({
        orphan: true,
        pageNumber: 4,
        start: 0,
        end: 27,
        anchored: { exact: passage.text },
      });
    }
  });
});

describe('reanchor', () => {
  const note = noteOn('بدترین روزگاران', { start_offset: 21, end_offset: 36 });

  it('keeps the position in an unchanged text', () => {
    expect(hasMoved(note, reanchor(note, page(4, TIMES), none))).toBe(false);
  });

  it('follows the passage and updates its quote', () => {
    const [first, second] = TIMES;
    if (!first || !second) throw new Error('two');
    const moved = reanchor(note, page(4, [item('n', 'پیش‌گفتار'), second, { ...first, id: 'z' }]), none);
    expect(moved).toMatchObject({ itemId: 'z', itemIndex: 2, start: 21, end: 36, orphan: false });
    expect(moved.anchored.prefix).toContain('حماقت بود.\n');
    expect(hasMoved(note, moved)).toBe(true);
  });

  it('follows the passage to a neighbouring page only', () => {
    const gone = page(4, [item('a', 'چیز دیگری اینجاست.')]);
    expect(reanchor(note, gone, () => [page(3, [item('q', 'تهی')]), page(5, TIMES)])).toMatchObject({
      pageNumber: 5,
      itemId: 'a',
      orphan: false,
    });
    const orphan = reanchor(note, gone, none);
    expect(orphan).toMatchObject({ pageNumber: 4, itemId: 'a', start: 21, end: 36, orphan: true });
    expect(orphan.anchored).toEqual(note.anchored);
  });

  it('restores an orphan when its passage returns, also on a neighbouring page', () => {
    const orphan: AnchoredNote = { ...note, orphan: true };
    expect(reanchor(orphan, page(4, TIMES), none)).toMatchObject({ orphan: false, pageNumber: 4 });
    expect(reanchor(orphan, page(5, TIMES), none)).toMatchObject({ orphan: false, pageNumber: 5, start: 21 });
    expect(reanchor(orphan, page(5, [item('a', 'هیچ')]), none)).toEqual(orphan);
  });

  it('uses the original quote if the current one is not found', () => {
    const corrected = reanchor(note, page(4, [item('a', 'بهترین روزگاران بود، بدترین روزگار بود.')]), none);
    expect(corrected.anchored.exact).toBe('بدترین روزگار');
    const back = reanchor({ ...corrected, originalQuote: note.originalQuote }, page(4, TIMES), none);
    expect(back.anchored.exact).toBe('بدترین روزگاران');
  });

  it('keeps the position while its version does not exist', () => {
    expect(reanchor(note, page(4, null), none)).toBe(note);
  });
});
