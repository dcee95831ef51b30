import type { ContentItem } from '@hamkhan/contracts/content';
import { pageTextOf } from '@hamkhan/contracts/page-text';
import { describe, expect, it } from '@jest/globals';
import { note } from '../../../test/note.js';
import { readerPage } from '../../../test/reader-document.js';
import { placeNotes } from './place-notes.js';

const EN = 'I went to the **woods**. Living is so dear!';
const FA = 'به جنگل رفتم. زیستن چه گران‌بهاست!';
const item = (content: string, pairs?: [number, number, number, number][]): ContentItem => ({
  id: 'a',
  type: 'text',
  content,
  ...(pairs ? { sentence_pairs: { content: pairs } } : {}),
});
const PAIRS: [number, number, number, number][] = [
  [0, 24, 0, 13],
  [25, EN.length, 14, FA.length],
];
const page = readerPage(0, {
  content: { items: [item(EN)], page_info: { page_type: 'text' } },
  translated_content: { items: [item(`پیش‌نویس. ${FA}`)] },
  translated_content_level2: { items: [item(FA, PAIRS)] },
});
const textOf = (version: 0 | 1 | 2) =>
  pageTextOf([page.content, page.translated_content, page.translated_content_level2][version]?.items ?? []);
const placed = (one: ReturnType<typeof note>, version: 0 | 1 | 2) => {
  const text = textOf(version);
  return placeNotes([one], page, version, text).map(({ range, by }) => [
    text.text.slice(range.start, range.end),
    by,
  ]);
};
const dear = note({ selected_text: 'گران‌بهاست', start_offset: 23, end_offset: 33 });

describe('the place of a note in the three texts', () => {
  it('is its passage in its own text, wherever that is now', () => {
    expect(placed(dear, 2)).toEqual([['گران‌بهاست', 'passage']]);
    expect(placed(note({ ...dear, start_offset: 2, end_offset: 9, item_id: 'gone' }), 2)).toEqual([
      ['گران‌بهاست', 'passage'],
    ]);
  });

  it('is the matching sentence in another text', () => {
    expect(placed(dear, 0)).toEqual([['Living is so dear!', 'sentence']]);
    const woods = note({ selected_text: 'the woods', start_offset: 10, end_offset: 19, version: 0 });
    expect(placed(woods, 2)).toEqual([['به جنگل رفتم.', 'sentence']]);
    const both = note({ selected_text: 'woods. Living', start_offset: 14, end_offset: 27, version: 0 });
    expect(placed(both, 2)).toEqual([[FA, 'sentence']]);
  });

  it('is its paragraph when no matching sentence is known', () => {
    expect(placed(dear, 1)).toEqual([[`پیش‌نویس. ${FA}`, 'item']]);
  });

  it('is unknown for an orphan, a locked passage, another page and a missing paragraph', () => {
    const away = [
      note({ ...dear, orphan: true }),
      note({ ...dear, locked: true }),
      note({ ...dear, page_number: 1 }),
      note({ ...dear, selected_text: 'چیز دیگر', anchored_text: 'چیز دیگری که نیست', item_id: 'x' }),
    ];
    expect(placeNotes(away, page, 0, textOf(0))).toEqual([]);
    expect(placeNotes(away, page, 2, textOf(2))).toEqual([]);
  });
});
