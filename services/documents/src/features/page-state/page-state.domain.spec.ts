import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import {
  countsDelta,
  countsOf,
  hasNewText,
  hasWords,
  NEW_PAGE,
  type PageState,
} from './page-state.domain.js';

const text = (content: string): ContentItem => ({ id: 'a', type: 'text', content });
const read: PageState = {
  ...NEW_PAGE,
  status: 'success',
  content: { items: [text('words')], page_info: { page_type: 'text' } },
  versions: { ...NEW_PAGE.versions, text: 1 },
};

describe('the state of a page', () => {
  it('changes the counts of a document by the difference of a page', () => {
    const translated = { ...read, translatedContentLevel2: { items: [text('واژه')] } };
    expect(countsDelta(countsOf({ ...read, waiting: true }), countsOf(translated))).toEqual({
      succeeded: 0,
      failed: 0,
      level2: 1,
      untranslated: -1,
      waiting: -1,
    });
  });

  it('has a new text if one of the three texts is regenerated or edited', () => {
    expect(hasNewText(null, NEW_PAGE)).toBe(false);
    expect(hasNewText(NEW_PAGE, read)).toBe(true);
    expect(hasNewText(read, { ...read, versions: { ...read.versions, speech: 2 } })).toBe(false);
    expect(hasNewText(read, { ...read, versions: { ...read.versions, level2: 2 } })).toBe(true);
    expect(hasNewText(read, { ...read, translatedContent: { items: [text('واژه')] } })).toBe(true);
  });

  it.each<[string, ContentItem[], boolean]>([
    ['a text', [text('word')], true],
    ['nothing', [], false],
    [
      'only a formula and code',
      [
        { id: 'm', type: 'math', content: 'x^2' },
        { id: 'c', type: 'code', content: 'a', language: 'c' },
      ],
      false,
    ],
    ['an image without text', [{ id: 'f', type: 'figure', content: 'x', src: '' }], false],
    [
      'a picture with a caption',
      [{ id: 'f', type: 'figure', content: '', src: '', caption: 'Fig. 1' }],
      true,
    ],
    [
      'a deep list',
      [
        {
          id: 'l',
          type: 'list',
          content: '',
          list_type: 'ordered',
          'list-items': [{ content: '', 'list-items': [{ content: 'x' }] }],
        },
      ],
      true,
    ],
    ['only a running head', [{ id: 'h', type: 'abandon', content: 'Chapter 1' }], false],
  ])('knows whether there are words to translate: %s', (_, items, expected) => {
    expect(hasWords({ items, page_info: { page_type: 'text' } })).toBe(expected);
  });
});
