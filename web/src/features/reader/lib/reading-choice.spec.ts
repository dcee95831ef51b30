import { beforeEach, describe, expect, it } from '@jest/globals';
import { FIRST_CHOICE, readChoice, writeChoice } from './reading-choice.js';

beforeEach(() => localStorage.clear());

describe('how and where a document was read', () => {
  it('[ACC-PROFILE-19] is kept in the browser for this reader and this document alone', () => {
    writeChoice('reader-a', 'book', { ...FIRST_CHOICE, page_number: 41, layout: 'continuous' });
    expect(readChoice('reader-a', 'book')).toMatchObject({ page_number: 41, layout: 'continuous' });
    expect(readChoice('reader-b', 'book')).toBeNull();
    expect(readChoice('reader-a', 'another book')).toBeNull();
  });

  it('is forgotten where it cannot be read, not half believed', () => {
    localStorage.setItem('reader/reader-a/book', '{"page_number":');
    expect(readChoice('reader-a', 'book')).toBeNull();
  });
});
