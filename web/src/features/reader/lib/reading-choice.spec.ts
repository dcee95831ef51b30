import { beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_CHOICE, isUnsent, readChoice, writeChoice } from './reading-choice.js';

beforeEach(() => localStorage.clear());

describe('the stored reading choice', () => {
  it('is stored in the browser by user and document [ACC-PROFILE-19]', () => {
    writeChoice('reader-a', 'book', { ...DEFAULT_CHOICE, page_number: 41, layout: 'continuous' }, false);
    expect(readChoice('reader-a', 'book')).toMatchObject({ page_number: 41, layout: 'continuous' });
    expect(readChoice('reader-b', 'book')).toBeNull();
    expect(readChoice('reader-a', 'another book')).toBeNull();
  });

  it('is marked as unsent until the server has it', () => {
    expect(isUnsent('reader-a', 'book')).toBe(false);
    writeChoice('reader-a', 'book', { ...DEFAULT_CHOICE, version: 1 }, true);
    expect(isUnsent('reader-a', 'book')).toBe(true);
    expect(readChoice('reader-a', 'book')).toEqual({ ...DEFAULT_CHOICE, version: 1 });
    writeChoice('reader-a', 'book', { ...DEFAULT_CHOICE, version: 1 }, false);
    expect(isUnsent('reader-a', 'book')).toBe(false);
  });

  it('is ignored as a whole when it is invalid', () => {
    localStorage.setItem('reader/reader-a/book', '{"page_number":');
    expect(readChoice('reader-a', 'book')).toBeNull();
  });
});
