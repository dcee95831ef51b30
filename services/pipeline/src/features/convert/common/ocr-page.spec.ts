import { describe, expect, it } from '@jest/globals';
import type { OcrLine, OcrResult } from '../../../infra/ocr/ocr-engine.js';
import { linesOfRecognition, structureRecognition, toBoundingBox } from './ocr-page.js';

const ocrLine = (
  text: string,
  x0: number,
  baseline: number,
  options: { confidence?: number; slope?: number; height?: number } = {},
): OcrLine => {
  const { confidence = 0.95, slope = 0, height = 30 } = options;
  let x = x0;
  const words = text.split(' ').map((word) => {
    const width = word.length * 20;
    const y1 = baseline + slope * (x - x0);
    const box = { x0: x, x1: x + width, y0: y1 - height, y1, text: word, confidence };
    x += width + 15;
    return box;
  });
  return { x0, x1: x - 15, y0: baseline - height, y1: baseline, words };
};
const result = (lines: OcrLine[]): OcrResult => {
  const box = { x0: 0, y0: 0, x1: 2480, y1: 3508 };
  return { width: 2480, height: 3508, blocks: [{ ...box, paragraphs: [{ ...box, lines }] }] };
};
const A4 = { width: 595, height: 842 };

describe('structureRecognition', () => {
  it('makes a paragraph of its lines, with its place and the confidence of its words', () => {
    const { items, confidence } = structureRecognition(
      result([
        ocrLine('The first line that runs on to the next', 300, 600),
        ocrLine('and the second line of the same thing', 300, 650),
      ]),
      A4,
    );
    expect(items).toMatchObject([
      {
        type: 'text',
        content: 'The first line that runs on to the next and the second line of the same thing',
        confidence: 0.95,
      },
    ]);
    expect(items[0]?.bbox?.[1]).toBeCloseTo(570 / 3508, 2);
    expect(confidence).toBe(0.95);
  });

  it('drops specks, and keeps doubtful words inside good lines', () => {
    const good = ocrLine('a line with one word that was hard to read', 300, 600);
    const [, , , , doubtful] = good.words;
    if (doubtful) doubtful.confidence = 0.2;
    const { items } = structureRecognition(
      result([
        good,
        ocrLine('i,', 900, 900, { confidence: 0.6 }),
        ocrLine('xq#k', 900, 1000, { confidence: 0.2 }),
      ]),
      A4,
    );
    expect(items.map((item) => item.content)).toEqual(['a line with one word that was hard to read']);
  });

  it('takes round signs at the start of several lines for bullets', () => {
    const { items } = structureRecognition(
      result([
        ocrLine('¢ First thing that it does.', 300, 600),
        ocrLine('© Second thing that it does.', 300, 650),
        ocrLine('e Third thing that it does.', 300, 700),
      ]),
      A4,
    );
    expect(items).toMatchObject([{ type: 'list', list_type: 'unordered' }]);
  });

  it('leaves the last line of the text in it, though a number begins it', () => {
    const lines = [0, 1, 2].map((i) => ocrLine('Words of the note that goes on here', 300, 3100 + i * 50));
    const { items } = structureRecognition(
      result([...lines, ocrLine('8 of May 2018, number 49966).', 300, 3250)]),
      A4,
    );
    expect(items.map(({ type }) => type)).not.toContain('abandon');
  });

  it.each([150, 520])('reads a number in the head of the page as running matter, at %d pixels', (y) => {
    const { items } = structureRecognition(
      result([
        ocrLine('16 BUENOS AIRES', 300, y),
        ...[0, 1, 2, 3].map((i) => ocrLine('The text of the page is here.', 300, 640 + i * 50)),
      ]),
      A4,
    );
    expect(items[0]).toMatchObject({ type: 'abandon' });
  });
});

describe('linesOfRecognition', () => {
  it('straightens a crooked scan', () => {
    const lines = linesOfRecognition(
      result(
        Array.from({ length: 4 }, (_, i) =>
          ocrLine('seven words that stand on a slanted row', 300, 600 + i * 50, { slope: 0.05 }),
        ),
      ),
      1,
    );
    const feet = lines[0]?.words.map((word) => word.y1) ?? [];
    expect(Math.max(...feet) - Math.min(...feet)).toBeLessThan(4);
  });

  it('cuts lines at a gutter that several of them keep, and at no chance gap', () => {
    const twoColumns = Array.from({ length: 5 }, (_, i) => {
      const left = ocrLine('left column text', 300, 600 + i * 50);
      const right = ocrLine('right column text', 900, 600 + i * 50);
      return { ...left, x1: right.x1, words: [...left.words, ...right.words] };
    });
    expect(linesOfRecognition(result(twoColumns), 1)).toHaveLength(10);
    expect(linesOfRecognition(result(twoColumns.slice(0, 2)), 1)).toHaveLength(2);
  });
});

describe('toBoundingBox', () => {
  it('gives fractions of the page, within it', () => {
    expect(toBoundingBox({ x0: -5, y0: 84.2, x1: 595, y1: 900 }, A4)).toEqual([0, 0.1, 1, 1]);
  });
});
