import { describe, expect, it } from '@jest/globals';
import { renderRuns } from './render-runs.js';
import type { Run } from './runs.js';

const text = (value: string, marks: Partial<Extract<Run, { kind: 'text' }>> = {}): Run => ({
  kind: 'text',
  text: value,
  bold: false,
  italic: false,
  code: false,
  ...marks,
});
const lineBreak: Run = { kind: 'break' };

describe('renderRuns', () => {
  it('places marks around words, not around the spaces beside them', () => {
    expect(renderRuns([text('a '), text(' bold ', { bold: true }), text('b')])).toBe('a **bold** b');
    expect(renderRuns([text('so '), text('very', { bold: true, italic: true }), text('.')])).toBe(
      'so ***very***.',
    );
    expect(renderRuns([text('a', { italic: true }), text(' '), text('b', { italic: true })])).toBe('*a b*');
  });

  it('moves punctuation out of a mark beside a letter, where Markdown would not recognise the mark', () => {
    expect(renderRuns([text('中文。', { bold: true }), text('后')])).toBe('**中文**。后');
  });

  it('collapses whitespace as a browser does, without spaces between Chinese lines', () => {
    expect(renderRuns([text('  two\n   words  ')])).toBe('two words');
    expect(renderRuns([text('汉语\n  语言')])).toBe('汉语语言');
    expect(renderRuns([text('汉语\nand')])).toBe('汉语 and');
    expect(renderRuns([text('help\u00adless\ufeff—\u2060yes')])).toBe('helpless—yes');
  });

  it('escapes characters that could be read as marks, and leaves single ones unchanged', () => {
    expect(renderRuns([text('$5 and $10')])).toBe('\\$5 and \\$10');
    expect(renderRuns([text('costs $5')])).toBe('costs $5');
    expect(renderRuns([text('costs $5 for '), { kind: 'math', latex: 'x' }])).toBe('costs \\$5 for $x$');
    expect(renderRuns([text('a*b*c')])).toBe('a\\*b\\*c');
    expect(renderRuns([text('[4](1)')])).toBe('\\[4](1)');
    expect(renderRuns([text('[4] (1)')])).toBe('[4] (1)');
  });

  it('writes code, links, formulas and breaks', () => {
    expect(renderRuns([text('x|y', { code: true })])).toBe('`x|y`');
    expect(renderRuns([text('`', { code: true })])).toBe('`` ` ``');
    expect(renderRuns([text('see '), text('the site', { href: 'https://example.org/' })])).toBe(
      'see [the site](https://example.org/)',
    );
    expect(renderRuns([{ kind: 'math', latex: 'b' }, text(' , and')])).toBe('$b$, and');
    expect(renderRuns([lineBreak, text('one '), lineBreak, text(' two'), lineBreak])).toBe('one\ntwo');
  });

  it('drops marks from a heading unless they distinguish some of its words', () => {
    expect(renderRuns([text('All', { bold: true, italic: true })], { plainMarks: true })).toBe('All');
    expect(renderRuns([text('To the '), text('Hibernia', { italic: true })], { plainMarks: true })).toBe(
      'To the *Hibernia*',
    );
  });

  it('takes linear time for very long whitespace', () => {
    expect(renderRuns([text(`a${' '.repeat(400_000)}b${'\n '.repeat(200_000)}c`)])).toBe('a b c');
  });
});
