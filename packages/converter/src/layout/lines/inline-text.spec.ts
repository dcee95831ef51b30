import { describe, expect, it } from '@jest/globals';
import { escapeInline, inlineMarkdownOf, isBreakHyphen, plainTextOf, vocabularyOf } from './inline-text.js';
import { lineOf } from '../../../test/builders/line-builder.js';

describe('isBreakHyphen', () => {
  const none = new Set<string>();

  it('removes a hyphen if the word continues in lower case', () => {
    expect(isBreakHyphen('informa-', 'tion', none)).toBe(true);
    expect(plainTextOf([lineOf('a trace of informa-'), lineOf('tion')])).toBe('a trace of information');
  });

  it('keeps a hyphen if the page has the hyphenated word, or both halves as words', () => {
    expect(isBreakHyphen('well-', 'known', new Set(['well-known']))).toBe(false);
    expect(isBreakHyphen('mixed-', 'mode', new Set(['mixed', 'mode']))).toBe(false);
    expect(isBreakHyphen('stop-the-', 'world', none)).toBe(false);
  });

  it('keeps a hyphen before a capital unless the page has the joined word', () => {
    expect(isBreakHyphen('Nord-', 'Süd', none)).toBe(false);
    expect(isBreakHyphen('Trace-', 'Monkey', new Set(['tracemonkey']))).toBe(true);
  });

  it('removes soft hyphens', () => {
    expect(plainTextOf([lineOf('Donau\u00ad'), lineOf('dampf')])).toBe('Donaudampf');
  });
});

describe('joining lines', () => {
  it('puts no space between Chinese lines, and one between others', () => {
    expect(plainTextOf([lineOf('应用安全验证'), lineOf('标准')])).toBe('应用安全验证标准');
    expect(plainTextOf([lineOf('two'), lineOf('lines')])).toBe('two lines');
  });

  it('shortens the leader dots of a table of contents', () => {
    expect(plainTextOf([lineOf('Preface . . . . . . . . . 11')])).toBe('Preface … 11');
  });

  it('removes spaces at brackets and punctuation in right-to-left text', () => {
    expect(plainTextOf([lineOf('ציון ( MVC ) , סוף', { direction: 'rtl' })])).toBe('ציון (MVC), סוף');
  });
});

describe('inlineMarkdownOf', () => {
  it('marks words that differ from their block, and links', () => {
    const line = lineOf('plain **strong** and *slanted* and `code`');
    expect(inlineMarkdownOf([line], new Set())).toBe('plain **strong** and *slanted* and `code`');
    const linked = lineOf('see here');
    const [, word] = linked.words;
    if (word) word.link = 'https://example.org/a(b)';
    expect(inlineMarkdownOf([linked], new Set())).toBe('see [here](https://example.org/a%28b%29)');
  });

  it('marks nothing in a block of one style', () => {
    expect(inlineMarkdownOf([lineOf('**all** **of** **it**')], new Set())).toBe('all of it');
  });

  it('writes superscript and subscript digits', () => {
    const line = lineOf('x 2');
    const [, raised] = line.words;
    if (raised) Object.assign(raised, { glued: true, style: { ...raised.style, script: 1 } });
    expect(inlineMarkdownOf([line], new Set())).toBe('x²');
  });

  it('escapes accidental markdown, but not single signs', () => {
    expect(escapeInline('a * b * c')).toBe('a \\* b \\* c');
    expect(escapeInline('costs $5')).toBe('costs $5');
    expect(escapeInline('from $5 to $6')).toBe('from \\$5 to \\$6');
    expect(escapeInline('[1](x)')).toBe('\\[1](x)');
  });
});

describe('vocabularyOf', () => {
  it('leaves out halves of words at line ends', () => {
    expect(vocabularyOf([lineOf('the informa-')])).toEqual(new Set(['the']));
  });
});
