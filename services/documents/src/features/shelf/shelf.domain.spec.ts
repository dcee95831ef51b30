import { describe, expect, it } from '@jest/globals';
import { CreateShelfRequest, ReorderShelfRequest, UpdateShelfRequest } from '@hamkhan/contracts/http/shelves';
import { generalShelfId, isReservedName, isRepeatedSubmit, nameKeyOf } from './shelf.domain.js';

describe('shelves', () => {
  it('derives the id of the general shelf from its owner', () => {
    expect(generalShelfId('a')).toMatch(/^[0-9a-f]{24}$/);
    expect(generalShelfId('a')).toBe(generalShelfId('a'));
    expect(generalShelfId('a')).not.toBe(generalShelfId('b'));
  });

  it('treats names that look the same as equal', () => {
    expect(nameKeyOf('كتاب\u200cهاي ١')).toBe(nameKeyOf('کتاب های ۱'));
    expect(nameKeyOf('Novels')).toBe(nameKeyOf(' novels '));
    expect(isReservedName('general_shelf')).toBe(true);
    expect(isReservedName('general')).toBe(false);
  });

  it('recognises a repeated form', () => {
    const details = { name: 'a', description: '', icon: 'mdi-book' as const };
    const shelf = { ...details, createdAt: new Date(1_000) };
    expect(isRepeatedSubmit(shelf, details, 2_000)).toBe(true);
    expect(isRepeatedSubmit(shelf, details, 60_000)).toBe(false);
    expect(isRepeatedSubmit(shelf, { ...details, description: 'b' }, 2_000)).toBe(false);
  });
});

describe('shelf requests', () => {
  const named = (name: unknown) => CreateShelfRequest.safeParse({ name });

  it('require a name [ACC-SHELF-18]', () => {
    for (const name of [undefined, '', ' \t ', '\u202e\u200f', 7]) {
      expect(named(name).error?.issues[0]?.message).toBe('SHELF_NAME_REQUIRED');
    }
    expect(named('a'.repeat(101)).success).toBe(false);
  });

  it('lose invisible characters, and keep half-spaces and line breaks', () => {
    expect(named('  کتاب\u200cهای\u202e\n من ').data?.name).toBe('کتاب\u200cهای من');
    const request = CreateShelfRequest.parse({ name: 'a', description: ' one \r\n\r\n\r\n\r\n two\u0000 ' });
    expect(request).toEqual({ name: 'a', description: 'one\n\ntwo', icon: 'mdi-bookshelf' });
  });

  it('have one of ten icons [ACC-SHELF-02]', () => {
    expect(CreateShelfRequest.safeParse({ name: 'a', icon: 'mdi-account' }).success).toBe(false);
    expect(CreateShelfRequest.safeParse({ name: 'a', icon: 'mdi-heart' }).success).toBe(true);
  });

  it('parse tags joined by Latin or Persian commas [ACC-SHELF-11]', () => {
    expect(UpdateShelfRequest.parse({ is_public: 'true', tags: 'A, B،C,,A' })).toEqual({
      is_public: true,
      tags: ['A', 'B', 'C'],
    });
    expect(UpdateShelfRequest.parse({ is_public: 'false', tags: '' })).toEqual({
      is_public: false,
      tags: [],
    });
    for (const wrong of [{}, { is_public: 'perhaps' }, { owner_id: 'x' }, { name: '' }]) {
      expect(UpdateShelfRequest.safeParse(wrong).success).toBe(false);
    }
  });

  it('parse an order as a JSON list of different documents [ACC-SHELF-17]', () => {
    expect(ReorderShelfRequest.parse({ document_ids: '["a","b"]' }).document_ids).toEqual(['a', 'b']);
    expect(ReorderShelfRequest.parse({ document_ids: ['a'] }).document_ids).toEqual(['a']);
    for (const wrong of ['a,b', '[]', '["a","a"]', '[1]', '{}', '["a"', '[""]']) {
      expect(ReorderShelfRequest.safeParse({ document_ids: wrong }).success).toBe(false);
    }
  });
});
