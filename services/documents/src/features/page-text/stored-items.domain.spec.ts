import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { EditedItem } from '@hamkhan/contracts/http/edited-items';
import { toStoredItems } from './stored-items.domain.js';

const KNOWN: ContentItem[] = [
  {
    id: 'a',
    type: 'text',
    content: 'words\ufeff',
    bbox: [0, 0, 1, 1],
    confidence: 0.5,
    sentence_pairs: { content: [[0, 5, 0, 5]] },
  },
  { id: 'f', type: 'figure', content: '', src: 'images/d/old.png', caption: 'c' },
  { id: 'm', type: 'math', content: 'x', src: 'images/d/math.png' },
  { id: 'c', type: 'code', content: 'MOVE A TO B', language: 'cobol' },
  { id: 'r', type: 'abandon', content: '12' },
];
const kept = (...given: object[]): ContentItem[] =>
  toStoredItems(
    given.map((item) => EditedItem.parse(item)),
    {
      items: KNOWN,
      pictureKey: (address) => (address.startsWith('/ok/') ? `images/d/${address.slice(4)}` : null),
    },
    'content',
  );
const refused = (...given: object[]): string => {
  try {
    kept(...given);
    return 'nothing';
  } catch (error) {
    const { fields } = (error as { details: { fields: { content: [{ code: string }] } } }).details;
    return fields.content[0].code;
  }
};

describe('toStoredItems', () => {
  it('keeps an unchanged item with all its data', () => {
    expect(kept({ id: 'a', type: 'text', content: 'words' })[0]).toBe(KNOWN[0]);
  });

  it('stores a changed item with its bounding box', () => {
    expect(kept({ id: 'a', type: 'text', content: 'other', confidence: 1, bbox: [0.5, 0, 1, 1] })).toEqual([
      { id: 'a', type: 'text', content: 'other', bbox: [0, 0, 1, 1] },
    ]);
    expect(kept({ id: 'a', type: 'heading', content: 'words', level: 1 })).toEqual([
      { id: 'a', type: 'heading', content: 'words', level: 1, bbox: [0, 0, 1, 1] },
    ]);
  });

  it('stores object keys of images, and the old key for an empty address', () => {
    const figure = { id: 'f', type: 'figure', content: '', caption: 'c' };
    expect(kept({ ...figure, src: '/ok/new.png' })).toEqual([{ ...figure, src: 'images/d/new.png' }]);
    expect(kept({ ...figure, src: '/ok/old.png' })[0]).toBe(KNOWN[1]);
    expect(kept({ ...figure, src: '' })[0]).toBe(KNOWN[1]);
    expect(kept({ ...figure, id: 'new', src: '' })).toEqual([{ ...figure, id: 'new', src: '' }]);
    expect(kept({ id: 'm', type: 'math', content: 'y' })).toEqual([{ id: 'm', type: 'math', content: 'y' }]);
    expect(refused({ ...figure, src: 'https://elsewhere.example/a.png' })).toBe('PICTURE_UNKNOWN');
  });

  it('accepts code in an offered language or its current one [RDR-EDIT-18]', () => {
    const code = { id: 'c', type: 'code', content: 'x' };
    expect(refused({ ...code, language: 'rust' })).toBe('NOT_A_CHOICE');
    expect(kept({ ...code, language: 'cobol' })).toEqual([{ ...code, language: 'cobol' }]);
    expect(kept({ ...code, id: 'n', language: 'csharp' })).toHaveLength(1);
    expect(refused({ ...code, id: 'n', language: 'cobol' })).toBe('NOT_A_CHOICE');
  });

  it('accepts an offered item type or the current one [RDR-EDIT-03]', () => {
    expect(kept({ id: 'r', type: 'abandon', content: '13' })).toEqual([
      { id: 'r', type: 'abandon', content: '13' },
    ]);
    expect(refused({ id: 'a', type: 'abandon', content: 'words' })).toBe('NOT_A_CHOICE');
    expect(refused({ id: 'n', type: 'caption', content: 'words' })).toBe('NOT_A_CHOICE');
  });
});
