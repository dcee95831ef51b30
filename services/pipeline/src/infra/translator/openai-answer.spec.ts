import { describe, expect, it } from '@jest/globals';
import { readAnswer, readTerms } from './openai-answer.js';

const asked = [
  { id: '1', text: 'a' },
  { id: '2', text: 'b' },
];
const good = '{"items":[{"id":"2","text":"ب"},{"id":"1","text":"الف"}]}';
const items = [
  { id: '1', text: 'الف' },
  { id: '2', text: 'ب' },
];

describe('readAnswer', () => {
  it.each([
    ['as it should be', good],
    ['in a code fence', `Sure:\n\`\`\`json\n${good}\n\`\`\``],
    ['numbers for ids', good.replaceAll(/"([12])"/g, '$1')],
  ])('takes an answer %s, in the order asked', (_, content) =>
    expect(readAnswer(content, asked)).toEqual(items),
  );

  it.each([
    ['nothing', ''],
    ['no JSON', 'ترجمه: سلام'],
    ['broken JSON', good.slice(0, -3)],
    ['a lost id', '{"items":[{"id":"1","text":"الف"}]}'],
    ['a renamed id', good.replace('"2"', '"3"')],
    ['an id twice', good.replace('"2"', '"1"')],
    ['one too many', good.replace(']', ',{"id":"3","text":"ج"}]')],
    ['another shape', '{"items":["الف","ب"]}'],
  ])('takes nothing of an answer with %s', (_, content) =>
    expect(readAnswer(content, asked)).toBeUndefined(),
  );
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

  it('takes the terms and what is said of the book', () => {
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

  it('takes what there is of an answer that leaves parts out or gives them another shape', () => {
    const nothing = { title: '', subtitle: '', summary: '', description: '', tags: [] };
    expect(readTerms(JSON.stringify({ terms: [] }))).toEqual({ ...nothing, terms: [] });
    const odd = { title: 7, subtitle: null, summary: [], description: { a: 1 }, tags: 'مه، دریا', terms: [] };
    expect(readTerms(JSON.stringify(odd))).toEqual({ ...nothing, terms: [] });
    expect(readTerms(JSON.stringify({ ...book, terms: 'none' }))).toBeUndefined();
    expect(readTerms('no JSON')).toBeUndefined();
  });

  it('is bounded', () => {
    const much = readTerms(
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
    expect(much).toMatchObject({ title: 'م'.repeat(500), description: 'م'.repeat(8_000) });
    expect(much?.tags).toEqual(Array.from({ length: 50 }, () => 'م'.repeat(500)));
  });
});
