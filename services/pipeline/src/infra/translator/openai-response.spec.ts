import { describe, expect, it } from '@jest/globals';
import { readItems, readTerms } from './openai-response.js';

const requested = [
  { id: '1', text: 'a' },
  { id: '2', text: 'b' },
];
const good = '{"items":[{"id":"2","text":"ب"},{"id":"1","text":"الف"}]}';
const items = [
  { id: '1', text: 'الف' },
  { id: '2', text: 'ب' },
];

describe('readItems', () => {
  it.each([
    ['from plain JSON', good],
    ['from a code fence', `Sure:\n\`\`\`json\n${good}\n\`\`\``],
    ['with numeric ids', good.replaceAll(/"([12])"/g, '$1')],
  ])('takes an answer %s, in the order requested', (_, content) =>
    expect(readItems(content, requested)).toEqual(items),
  );

  it.each([
    ['no text', ''],
    ['no JSON', 'ترجمه: سلام'],
    ['broken JSON', good.slice(0, -3)],
    ['a lost id', '{"items":[{"id":"1","text":"الف"}]}'],
    ['a renamed id', good.replace('"2"', '"3"')],
    ['an id twice', good.replace('"2"', '"1"')],
    ['one too many', good.replace(']', ',{"id":"3","text":"ج"}]')],
    ['another shape', '{"items":["الف","ب"]}'],
  ])('rejects a response with %s', (_, content) => expect(readItems(content, requested)).toBeUndefined());
});

describe('readTerms', () => {
  const book = {
    ...{
      title: ' در\nباب مه ',
      subtitle: 'قصه',
      summary: 'A tale.',
      description: 'یک.\n\nدو.',
      tags: ['مه ', 'دریا'],
    },
    terms: [{ term: 'fog', translation: 'مه', note: '' }],
  };

  it('reads the terms and the metadata', () => {
    expect(readTerms(JSON.stringify(book))).toEqual({
      ...{
        title: 'در باب مه',
        subtitle: 'قصه',
        summary: 'A tale.',
        description: 'یک.\n\nدو.',
        tags: ['مه', 'دریا'],
      },
      terms: [{ term: 'fog', translation: 'مه' }],
    });
  });

  it('reads the valid parts of a response with missing or malformed parts', () => {
    const nothing = { title: '', subtitle: '', summary: '', description: '', tags: [] };
    expect(readTerms(JSON.stringify({ terms: [] }))).toEqual({ ...nothing, terms: [] });
    const odd = { title: 7, subtitle: null, summary: [], description: { a: 1 }, tags: 'مه، دریا', terms: [] };
    expect(readTerms(JSON.stringify(odd))).toEqual({ ...nothing, terms: [] });
    expect(readTerms(JSON.stringify({ ...book, terms: 'none' }))).toBeUndefined();
    expect(readTerms('no JSON')).toBeUndefined();
  });

  it('limits the length of each part', () => {
    const long = readTerms(
      JSON.stringify({
        ...{
          ...book,
          title: 'م'.repeat(9_999),
          subtitle: 'م'.repeat(9_999),
          description: 'م'.repeat(99_999),
        },
        tags: Array.from({ length: 999 }, () => 'م'.repeat(9_999)),
      }),
    );
    expect(long).toMatchObject({ title: 'م'.repeat(500), description: 'م'.repeat(8_000) });
    expect(long?.tags).toEqual(Array.from({ length: 50 }, () => 'م'.repeat(500)));
  });
});
