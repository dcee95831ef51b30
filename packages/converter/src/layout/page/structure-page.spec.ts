import { describe, expect, it } from '@jest/globals';
import type { PageDrawing } from '../figures/page-drawing.js';
import { lineOf } from '../../../test/builders/line-builder.js';
import { structurePage } from './structure-page.js';
import type { StructureInput } from './structure-types.js';
import type { TextLine } from '../lines/text-line.js';

const drawing = (parts: Partial<PageDrawing> = {}): PageDrawing => ({
  width: 600,
  height: 800,
  images: [],
  rules: [],
  panels: [],
  shapes: [],
  ...parts,
});
const structure = (lines: TextLine[], extra: Partial<StructureInput> = {}) =>
  structurePage({
    width: 600,
    height: 800,
    lines,
    drawing: drawing(),
    running: new Set(),
    profile: {
      bodySize: 10,
      textSizes: new Set([20]),
      pitch: 1.2,
      levelBySize: new Map([
        [18, 1],
        [14, 2],
      ]),
    },
    direction: 'ltr',
    outline: [],
    isRecognised: false,
    ...extra,
  }).map(({ item }) => item);

const rule = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 });

describe('structurePage', () => {
  it('ranks headings by the sizes of the document, and by its table of contents first', () => {
    const lines = [
      lineOf('Chapter title', { size: 18, baseline: 100 }),
      lineOf('Section title', { size: 14, baseline: 140 }),
      lineOf('Inner title', { size: 10, baseline: 170 }),
      lineOf('Some text of the section that is long enough.', { baseline: 200, width: 400 }),
    ];
    const items = structure(lines, { outline: [{ title: '2.1 Inner Title', level: 3 }] });
    expect(items.map((item) => [item.type, item.type === 'heading' ? item.level : 0])).toEqual([
      ['heading', 1],
      ['heading', 2],
      ['heading', 3],
      ['text', 0],
    ]);
  });

  it('nests inner list entries below the outer ones', () => {
    const lines = [
      lineOf('• first entry', { baseline: 100, x0: 60 }),
      lineOf('– inner entry', { baseline: 112, x0: 80 }),
      lineOf('• second entry', { baseline: 124, x0: 60 }),
    ];
    expect(structure(lines)).toEqual([
      {
        type: 'list',
        content: '',
        list_type: 'unordered',
        'list-items': [
          { content: 'first entry', list_type: 'unordered', 'list-items': [{ content: 'inner entry' }] },
          { content: 'second entry' },
        ],
      },
    ]);
  });

  it('removes a list marker that is bold or italic', () => {
    const lines = [
      lineOf('**1.** first entry', { baseline: 100, x0: 60 }),
      lineOf('*2.* *second* entry that has more words', { baseline: 116, x0: 60 }),
      lineOf('3. third entry', { baseline: 132, x0: 60 }),
    ];
    expect(structure(lines)).toMatchObject([
      {
        type: 'list',
        'list-items': [
          { content: 'first entry' },
          { content: '*second* entry that has more words' },
          { content: 'third entry' },
        ],
      },
    ]);
  });

  it('keeps the number of an entry if its list begins on another page', () => {
    expect(structure([lineOf('4. the fourth entry', { baseline: 100 })])).toMatchObject([
      { type: 'text', content: '4. the fourth entry' },
    ]);
  });

  it('reads a ruled table, with its columns in reading order', () => {
    const lines = [
      lineOf('Name', { baseline: 115, x0: 60 }),
      lineOf('Price', { baseline: 115, x0: 210 }),
      lineOf('Tea', { baseline: 135, x0: 60 }),
      lineOf('a|b', { baseline: 135, x0: 210 }),
    ];
    const rules = [100, 120, 140]
      .map((y) => rule(50, y, 350, y))
      .concat([50, 200, 350].map((x) => rule(x, 100, x, 140)));
    expect(structure(lines, { drawing: drawing({ rules }) })).toMatchObject([
      { type: 'table', content: '| Name | Price |\n| --- | --- |\n| Tea | a\\|b |' },
    ]);
    expect(structure(lines, { drawing: drawing({ rules }), direction: 'rtl' })).toMatchObject([
      { type: 'table', content: '| Price | Name |\n| --- | --- |\n| a\\|b | Tea |' },
    ]);
  });

  it('reads a framed paragraph as text', () => {
    const lines = [
      lineOf('a framed remark', { baseline: 115, x0: 60 }),
      lineOf('of two lines.', { baseline: 127, x0: 60 }),
    ];
    const rules = [
      rule(50, 100, 350, 100),
      rule(50, 140, 350, 140),
      rule(50, 100, 50, 140),
      rule(350, 100, 350, 140),
    ];
    expect(structure(lines, { drawing: drawing({ rules }) }).map((item) => item.type)).toEqual(['text']);
  });

  it('shows an image as a figure, with its caption after it', () => {
    const lines = [lineOf('Figure 3. What the picture shows', { baseline: 320 })];
    const items = structure(lines, { drawing: drawing({ images: [{ x0: 50, y0: 100, x1: 350, y1: 300 }] }) });
    expect(items.map((item) => item.type)).toEqual(['figure', 'figure_caption']);
  });

  it('reads a sentence about a figure as text, not as a caption', () => {
    const lines = [
      lineOf('Figure 3 shows how the parts of the machine work together in the end.', { baseline: 320 }),
    ];
    expect(structure(lines).map((item) => item.type)).toEqual(['text']);
  });

  it('puts running heads before the text and running feet after it', () => {
    const head = lineOf('Running head 12', { baseline: 30 });
    const foot = lineOf('12', { baseline: 780 });
    const items = structure([foot, lineOf('Text of the page.', { baseline: 100 }), head], {
      running: new Set([head, foot]),
    });
    expect(items.map((item) => item.type)).toEqual(['abandon', 'text', 'abandon']);
  });

  it('keeps cells of a tagged table that look like running heads', () => {
    const row = (texts: string[], baseline: number, at: number) =>
      texts.map((text, column) => {
        const line = lineOf(text, { baseline, x0: 100 + 150 * column });
        const cell = { table: 0, row: at, column, columns: texts.length };
        return { ...line, words: line.words.map((word) => ({ ...word, cell })) };
      });
    const lines = [...row(['1.4', '✓'], 70, 0), ...row(['1.5', '✗'], 90, 1)];
    expect(structure(lines, { running: new Set(lines.slice(1, 2)) })).toMatchObject([
      { type: 'table', content: expect.stringContaining('| 1.4 | ✓ |') },
    ]);
  });

  it('joins a paragraph that continues in the next column', () => {
    const left = Array.from({ length: 6 }, (_, i) =>
      lineOf(`left line number ${i} of the text`, { baseline: 100 + i * 12, width: 230 }),
    );
    const right = Array.from({ length: 6 }, (_, i) =>
      lineOf(`right line number ${i} of it`, { baseline: 100 + i * 12, x0: 320, width: 230 }),
    );
    const items = structure([...left, ...right]);
    expect(items).toHaveLength(1);
    expect(items[0]?.type).toBe('text');
    expect(items[0]?.content).toMatch(/5 of the text right line/);
  });

  it('joins the rest of a sentence that begins with a quotation', () => {
    const lines = [
      lineOf('The set of all points that the function takes to zero is called the', {
        baseline: 100,
        width: 400,
      }),
      lineOf('“vanishing set” of it.', { baseline: 117 }),
      lineOf('|', { baseline: 150, x0: 300 }),
    ];
    expect(structure(lines)).toEqual([
      expect.objectContaining({
        type: 'text',
        content: expect.stringMatching(/the “vanishing set” of it\.$/),
      }),
    ]);
  });

  it('joins the rest of a sentence in a script without case, but not verses', () => {
    const rtl = (text: string, baseline: number, width: number) =>
      lineOf(text, { baseline, width, x0: 500 - width, direction: 'rtl' });
    const prose = [
      rtl('הקטלוג לא מתיימר לכלול כל אות יצוקה או חתוכה בעולם כולו', 100, 420),
      rtl('או הנמצאת בסדר צלום אם כי המתכונת', 112, 240),
      rtl('נועדה לאפשר צירוף דפים בעתיד לצורך עידכון.', 127, 320),
    ];
    expect(structure(prose, { direction: 'rtl' })).toHaveLength(1);
    const verse = ['שורה ראשונה של שיר קצר', 'שורה שניה של אותו שיר', 'ועוד אחת אחריה'].map((line, i) =>
      rtl(line, 100 + 17 * i, 150),
    );
    expect(structure(verse, { direction: 'rtl' }).length).toBeGreaterThan(1);
  });

  it('keeps code with its lines and indents', () => {
    const lines = [
      lineOf('for (x = 0; x < 3; x++) {', { baseline: 100, style: { mono: true } }),
      lineOf('  print(x);', { baseline: 112, style: { mono: true } }),
      lineOf('}', { baseline: 124, style: { mono: true } }),
    ].map((line) => ({ ...line, words: line.words.filter((word) => word.text !== '') }));
    expect(structure(lines)).toMatchObject([
      { type: 'code', content: 'for (x = 0; x < 3; x++) {\n  print(x);\n}' },
    ]);
  });

  it('moves a footnote behind the text', () => {
    const left = Array.from({ length: 5 }, (_, i) =>
      lineOf(`text line ${i} of the left`, { baseline: 600 + i * 12, width: 230 }),
    );
    const note = lineOf('1 A note on it.', { baseline: 700, size: 8, width: 150 });
    const right = Array.from({ length: 8 }, (_, i) =>
      lineOf(`Line ${i} of the right.`, { baseline: 600 + i * 12, x0: 320, width: 230 }),
    );
    const items = structure([...left, note, ...right]);
    expect(items.at(-1)?.content).toContain('A note');
  });
});
