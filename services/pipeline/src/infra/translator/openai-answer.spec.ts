import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './openai-answer.js';

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
