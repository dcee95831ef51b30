import { describe, expect, it } from '@jest/globals';
import { cleanTags, listedTags, subjectTags } from './tags.js';

describe('cleanTags', () => {
  it('keeps each word once, regardless of spelling variants', () => {
    expect(cleanTags([' Graph theory. ', 'graph  Theory', '«Topologie»', 'كتاب', 'کتاب', 'C++'])).toEqual([
      'Graph theory',
      'Topologie',
      'كتاب',
      'C++',
    ]);
  });

  it('leaves out file names, numbers, addresses and catalogue codes', () => {
    expect(
      cleanTags([
        ...['chapter1.docx', '1861-1865', 'https://example.org', 'a@b.c', 'urn:isbn:9783161484100'],
        ...[
          'ISBN 978-3-16-148410-0',
          '0f8fad5b-d9cb-469f-a165-70867728950e',
          'da39a3ee5e6b4b0d3255bfef95601890',
        ],
        ...['FIC028000', 'sh85123315', 'PZ7.C6837', 'General', 'none', '', '--', 'x', '\u202e\u0000'],
        ...['H2O', 'MP3', 'HTML5', '数', 'Isbnology'],
      ]),
    ).toEqual(['H2O', 'MP3', 'HTML5', '数', 'Isbnology']);
  });

  it('limits number and length, and removes invisible characters', () => {
    const many = cleanTags(
      Array.from({ length: 500 }, (_, index) => `tag ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}`),
    );
    expect(many).toHaveLength(12);
    expect(cleanTags(['y'.repeat(61), 'z'.repeat(1_000_000)])).toEqual([]);
    expect(cleanTags(['ab\u202ecd\u0007', 'می\u200cخواهم'])).toEqual(['abcd', 'می\u200cخواهم']);
    expect(cleanTags(['one, two', 'یک، دو'])).toEqual([]);
  });
});

describe('listedTags', () => {
  it('splits a list at commas of any script, or at semicolons if it has any [RDR-READER-31]', () => {
    expect(listedTags('a، b,c').map((tag) => tag.trim())).toEqual(['a', 'b', 'c']);
    expect(listedTags('甲，乙、丙')).toEqual(['甲', '乙', '丙']);
    expect(listedTags('Lincoln, Abraham; war').map((tag) => tag.trim())).toEqual(['Lincoln, Abraham', 'war']);
    expect(listedTags('حافظه؛ ترجمه').map((tag) => tag.trim())).toEqual(['حافظه', 'ترجمه']);
  });
});

describe('subjectTags', () => {
  const tags = (...subjects: string[]) => cleanTags(subjectTags(subjects));

  it('makes subdivisions separate tags', () => {
    expect(tags('Switzerland -- Description and travel', 'Winter sports -- Switzerland')).toEqual([
      'Switzerland',
      'Description and travel',
      'Winter sports',
    ]);
    expect(tags('FICTION / Short Stories / General', 'FIC028000')).toEqual(['FICTION', 'Short Stories']);
  });

  it('puts inverted headings into natural order, and reads a single subject with commas as a list', () => {
    expect(tags('Lincoln, Abraham, 1809-1865', 'Poetry')).toEqual(['Abraham Lincoln', 'Poetry']);
    expect(tags('magic, dragons, quests')).toEqual(['magic', 'dragons', 'quests']);
  });
});
