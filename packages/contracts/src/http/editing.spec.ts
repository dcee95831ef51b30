import { describe, expect, it } from '@jest/globals';
import { CODE_LANGUAGES, EDITABLE_ITEM_TYPES, EditedItem, MAX_EDIT_ITEMS } from './edited-items.js';
import { UpdatePageRequest, editOfVersion, versionOfEdit } from './editing.js';
import { CreateSuggestionRequest, UpdateSuggestionRequest } from './suggestions.js';

const text = (id: string, content = 'words') => ({ id, type: 'text', content });
const update = (content: unknown, rest: object = {}) =>
  UpdatePageRequest.safeParse({ content: JSON.stringify(content), ...rest });
const nested = (depth: number): object[] =>
  depth === 0 ? [] : [{ content: `level ${depth}`, 'list-items': nested(depth - 1) }];
const list = (entries: object[]) => ({ id: 'l', type: 'list', list_type: 'ordered', 'list-items': entries });

describe('what an editor sends', () => {
  it('offers ten types in their order [RDR-EDIT-03]', () => {
    expect(EDITABLE_ITEM_TYPES.join()).toBe(
      'text,heading,list,table,math,figure,figure_caption,table_caption,math_caption,code',
    );
  });

  it('knows sixteen code languages [RDR-EDIT-18]', () => {
    expect(new Set(CODE_LANGUAGES).size).toBe(16);
  });

  it('is the items of a text as JSON, of the original unless a version is named [RDR-EDIT-15]', () => {
    expect(update({ items: [text('1')] })).toMatchObject({
      success: true,
      data: { content: { items: [text('1')] }, translation_version: 0 },
    });
    expect(update([text('1')], { translation_version: '2', revision: '7' })).toMatchObject({
      data: { content: { items: [text('1')] }, translation_version: 2, revision: 7 },
    });
    expect([editOfVersion(1), versionOfEdit('translation_2')]).toEqual(['translation_1', 2]);
  });

  it('leaves out what only the pipeline says of an item', () => {
    const item = {
      ...text('1'),
      bbox: [0, 0, 1, 1],
      confidence: 2,
      sentence_pairs: 'x',
      translation_problems: 1,
    };
    expect(EditedItem.parse(item)).toEqual(text('1'));
  });

  it('loses characters that nobody sees and keeps those that Persian needs', () => {
    const given = 'می\u200cشود\u202e\u0000\r\nخط\u200f \ud800دوم';
    expect(EditedItem.parse(text('1', given))).toMatchObject({ content: 'می\u200cشود\nخط\u200f دوم' });
  });

  it.each<[string, unknown]>([
    ['no JSON', undefined],
    ['a number', 3],
    ['no list', { items: 'all' }],
    ['an item without id', [{ type: 'text', content: '' }]],
    ['an id that is no name', [text('<b>')]],
    ['an id twice', [text('1'), text('1')]],
    ['a type that is not there', [{ id: '1', type: 'script', content: '' }]],
    ['a heading of level 4', [{ id: '1', type: 'heading', content: '', level: 4 }]],
    ['an alignment that is not there', [{ ...text('1'), text_align: 'justify' }]],
    ['a field that is not there', [{ ...text('1'), onclick: 'alert(1)' }]],
    ['a text that is no text', [{ id: '1', type: 'text', content: { $gt: '' } }]],
    ['a list without kind', [{ id: '1', type: 'list', 'list-items': [] }]],
    ['a list deeper than lists go', [list(nested(7))]],
    ['too many items', Array.from({ length: MAX_EDIT_ITEMS + 1 }, (_, index) => text(String(index)))],
    ['too much', [text('1', 'ا'.repeat(200_001))]],
  ])('is refused with %s', (_, content) => {
    expect(update(content).success).toBe(false);
  });

  it('takes lists as deep as they go, and does not follow those that go for ever', () => {
    expect(update([list(nested(6))]).success).toBe(true);
    const deep = 30_000;
    const content = `[{"id":"l","type":"list","list_type":"ordered","list-items":${'[{"content":"","list-items":'.repeat(deep)}[]${'}]'.repeat(deep)}}]`;
    expect(UpdatePageRequest.safeParse({ content }).success).toBe(false);
  });

  it('is refused with other fields, a version there is not, or more bytes than allowed', () => {
    expect(update([], { user: 'x' }).success).toBe(false);
    expect(update([], { translation_version: '3' }).success).toBe(false);
    expect(UpdatePageRequest.safeParse({ content: `[]${' '.repeat(1_000_000)}` }).success).toBe(false);
  });

  it('may leave title and description of a suggestion empty', () => {
    const given = { edit_type: 'content', suggested_content: '{"items":[]}', title: ' a\u202e\n b ' };
    expect(CreateSuggestionRequest.parse(given)).toMatchObject({ title: 'a b', description: '' });
    expect(CreateSuggestionRequest.safeParse({ ...given, edit_type: 'title' }).success).toBe(false);
  });

  it('leaves of a suggestion what an update does not name', () => {
    expect(UpdateSuggestionRequest.parse({})).toEqual({});
    expect(UpdateSuggestionRequest.parse({ title: '' })).toEqual({ title: '' });
    expect(UpdateSuggestionRequest.safeParse({ edit_type: 'content' }).success).toBe(false);
  });
});
