import { describe, expect, it } from '@jest/globals';
import type { SpokenItem } from '@hamkhan/contracts/content';
import { findSentence, spokenAt } from './spoken-sentence.js';

const content = 'شعله روشن است. موم آب می‌شود.';
const items: SpokenItem[] = [
  { id: 'h', type: 'heading', level: 1, content: 'شمع', start: 0, end: 1 },
  {
    id: 'a',
    type: 'content',
    content,
    start: 1.5,
    end: 5,
    sentences: [
      [0, 14, 1.5, 3],
      [15, 29, 3, 5],
    ],
  },
];

describe('spokenAt', () => {
  it.each([
    [0.5, { id: 'h', sentence: null }],
    [1.2, { id: 'h', sentence: null }],
    [1.5, { id: 'a', sentence: 'شعله روشن است.' }],
    [3.2, { id: 'a', sentence: 'موم آب می‌شود.' }],
    [9, { id: 'a', sentence: 'موم آب می‌شود.' }],
  ])('knows what is heard after %p seconds', (at, expected) => {
    expect(spokenAt(items, at)).toEqual(expected);
  });

  it('returns null for a page without speech', () => {
    expect(spokenAt([], 3)).toBeNull();
  });
});

describe('findSentence', () => {
  it('finds a sentence with different whitespace, and without the full stop added for speech', () => {
    expect(findSentence('الف. موم\nآب   می‌شود. ب', 'موم آب می‌شود.')).toEqual({ start: 5, end: 21 });
    expect(findSentence('موم', 'موم.')).toEqual({ start: 0, end: 3 });
    expect(findSentence('a (b)* c', '(b)* c')).toEqual({ start: 2, end: 8 });
  });

  it('returns null when the sentence is not there', () => {
    expect(findSentence('چیز دیگر', 'موم.')).toBeNull();
    expect(findSentence('چیز دیگر', ' . ')).toBeNull();
  });
});
