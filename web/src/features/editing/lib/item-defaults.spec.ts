import type { ContentItem } from '@hamkhan/contracts/content';
import { EditedItem } from '@hamkhan/contracts/http/edited-items';
import { describe, expect, it } from '@jest/globals';
import { asEdited, isSameItem } from './item-comparison.js';
import { newItem, newItemId, OFFERED_TYPES, type TableSample, withType } from './item-defaults.js';

const sample: TableSample = { heads: ['Header 1', 'Header 2'], cells: ['Cell 1', 'Cell 2'] };

describe('a new item', () => {
  it('has one of ten types, in the specified order [RDR-EDIT-03]', () => {
    expect(OFFERED_TYPES).toEqual([
      'text',
      'heading',
      'list',
      'table',
      'math',
      'figure',
      'figure_caption',
      'table_caption',
      'math_caption',
      'code',
    ]);
  });

  it('of type table has two headers and two cells [RDR-EDIT-04]', () => {
    expect(newItem('table', '1', sample)).toEqual({
      id: '1',
      type: 'table',
      content: '| Header 1 | Header 2 |\n| --- | --- |\n| Cell 1 | Cell 2 |',
    });
  });

  it('of type heading has level 1 and is left-aligned [RDR-EDIT-05]', () => {
    expect(newItem('heading', '1', sample)).toMatchObject({ level: 1, text_align: 'left' });
  });

  it('has a unique millisecond timestamp as its id [RDR-EDIT-06]', () => {
    const items = [{ id: '1700000000000' }, { id: '1700000000001' }];
    expect(newItemId(1_700_000_000_000, items)).toBe('1700000000002');
    expect(newItemId(1_600_000_000_000, items)).toBe('1600000000000');
  });

  it.each(OFFERED_TYPES)('of type %s is accepted by the server', (type) => {
    expect(EditedItem.safeParse(newItem(type, '1', sample)).error).toBeUndefined();
  });
});

describe('withType', () => {
  const text: ContentItem = { id: 'a', type: 'text', content: 'one\ntwo', text_align: 'right' };

  it('uses the defaults of the new type [RDR-EDIT-11]', () => {
    expect(withType(text, 'heading', sample)).toEqual({
      id: 'a',
      type: 'heading',
      content: 'one\ntwo',
      level: 1,
      text_align: 'left',
    });
    expect(withType(text, 'code', sample)).toEqual({
      id: 'a',
      type: 'code',
      content: 'one\ntwo',
      language: 'python',
    });
  });

  it.each(OFFERED_TYPES)('keeps all text as %s, and as text again', (type) => {
    const there = withType(text, type, sample);
    expect(JSON.stringify(there)).toContain('one');
    expect(JSON.stringify(withType(there, 'text', sample))).toMatch(/one.*two/);
  });
});

describe('item comparison', () => {
  it('compares content, not notation [RDR-EDIT-09]', () => {
    const table: ContentItem = { id: 'a', type: 'table', content: '|a|b|\n|-|-|\n|1|2|' };
    expect(isSameItem(table, { ...table, content: '| a | b |\n| --- | --- |\n| 1 | 2 |' })).toBe(true);
    expect(isSameItem(table, { ...table, content: '| a | b |\n| --- | --- |\n| 1 | 3 |' })).toBe(false);
    const text: ContentItem = { id: 'a', type: 'text', content: 'x' };
    expect(isSameItem(text, { ...text, text_align: 'none', confidence: 0.4 })).toBe(true);
    expect(isSameItem(text, { ...text, content: 'x ' })).toBe(false);
  });

  it('drops the pipeline’s data about the earlier text', () => {
    const item: ContentItem = {
      id: 'a',
      type: 'text',
      content: 'x',
      confidence: 0.3,
      sentence_pairs: { content: [[0, 1, 0, 1]] },
      translation_problems: ['numbers'],
      bbox: [0, 0, 1, 1],
    };
    expect(asEdited(item)).toEqual({ id: 'a', type: 'text', content: 'x', bbox: [0, 0, 1, 1] });
  });

  it('drops the empty entries of a list', () => {
    const list: ContentItem = {
      id: 'a',
      type: 'list',
      content: '',
      list_type: 'ordered',
      'list-items': [{ content: 'x' }, { content: '  ' }],
    };
    expect(asEdited(list)).toMatchObject({ list_type: 'ordered', 'list-items': [{ content: 'x' }] });
  });
});
