import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { pageMarkdown } from './page-markdown.js';

const markdownOf = (...items: readonly Record<string, unknown>[]): string =>
  pageMarkdown(
    items.map((item, i) => ({ id: `i${i}`, content: '', ...item })) as ContentItem[],
    'book-images',
  );

describe('pageMarkdown', () => {
  it('separates blocks by blank lines and leaves out running heads', () => {
    expect(
      markdownOf(
        { type: 'abandon', content: '12' },
        { type: 'heading', content: 'A\ntitle', level: 2 },
        { type: 'text', content: 'Text with **marks**.' },
        { type: 'table', content: '| a |\n| --- |' },
        { type: 'table_caption', content: 'Table 1' },
      ),
    ).toBe('## A title\n\nText with **marks**.\n\n| a |\n| --- |\n\nTable 1');
  });

  it('escapes text that would become a heading', () => {
    expect(markdownOf({ type: 'text', content: '# is a number sign' })).toBe('\\# is a number sign');
  });

  it('indents nested lists by the marker above them', () => {
    const entries = [
      { content: 'one', 'list-items': [{ content: 'inner' }], list_type: 'unordered' },
      { content: 'two' },
    ];
    expect(markdownOf({ type: 'list', list_type: 'ordered', 'list-items': entries })).toBe(
      '1. one\n   - inner\n2. two',
    );
  });

  it('fences code with more backticks than it holds', () => {
    expect(markdownOf({ type: 'code', content: 'a ``` b', language: 'js' })).toBe('````js\na ``` b\n````');
  });

  it('shows formulas as LaTeX, or as an image if there is one', () => {
    expect(markdownOf({ type: 'math', content: 'x^2' })).toBe('$$\nx^2\n$$');
    expect(markdownOf({ type: 'math', content: 'x', src: 'f.webp' })).toBe('![x](book-images/f.webp)');
  });

  it('links figures with their description, and leaves out a figure without image', () => {
    const figure = { type: 'figure', src: 'f.webp', description: 'A [small]\nboat' };
    expect(markdownOf(figure, { type: 'figure', src: '' })).toBe('![A \\[small\\] boat](book-images/f.webp)');
  });
});
