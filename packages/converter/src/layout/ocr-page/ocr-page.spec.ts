import { describe, expect, it } from '@jest/globals';
import type { OcrLine, OcrResult } from '../../ocr/ocr-engine.js';
import type { GreyImage } from '../../ocr/page-image.js';
import { toExtractedImage } from '../../images/extracted-image.js';
import { toBoundingBox } from '../page/bounding-box.js';
import { linesOfRecognition } from './lines-of-recognition.js';
import type { FigureCropper } from './read-page-by-ocr.js';
import { readPageByOcr } from './read-page-by-ocr.js';
import { structureRecognition } from './structure-recognition.js';

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
  it('joins lines to a paragraph with its position and confidence', () => {
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

  it('drops specks, but keeps uncertain words in good lines', () => {
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

  it('reads round characters at the start of several lines as bullets', () => {
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

  it('keeps the last line of the text, although it begins with a number', () => {
    const lines = [0, 1, 2].map((i) => ocrLine('Words of the note that goes on here', 300, 3100 + i * 50));
    const { items } = structureRecognition(
      result([...lines, ocrLine('8 of May 2018, number 49966).', 300, 3250)]),
      A4,
    );
    expect(items.map(({ type }) => type)).not.toContain('abandon');
  });

  it.each([150, 520])('reads a line with a page number at the top as a running head, at %d pixels', (y) => {
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
  it('straightens a skewed scan', () => {
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

  it('cuts lines at a gap that several lines have, and not at a gap of few lines', () => {
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
  it('returns fractions of the page, clipped to it', () => {
    expect(toBoundingBox({ x0: -5, y0: 84.2, x1: 595, y1: 900 }, A4)).toEqual([0, 0.1, 1, 1]);
  });
});

/** Pixels of the page image, as `result` has them. */
type Pixels = { x0: number; y0: number; x1: number; y1: number };

const scanWith = (...dark: Pixels[]): GreyImage => {
  const image = { width: 2480, height: 3508, samples: new Uint8Array(2480 * 3508).fill(250) };
  for (const { x0, y0, x1, y1 } of dark)
    for (let y = y0; y < y1; y += 1) image.samples.fill(30, y * image.width + x0, y * image.width + x1);
  return image;
};
const gridOf = (xs: number[], ys: number[]): Pixels[] => {
  const [left = 0, right = 0] = [xs[0], xs.at(-1)];
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)];
  return [
    ...xs.map((x) => ({ x0: x, y0: top, x1: x + 4, y1: bottom + 4 })),
    ...ys.map((y) => ({ x0: left, y0: y, x1: right + 4, y1: y + 4 })),
  ];
};
const PICTURE = { x0: 500, y0: 1000, x1: 1500, y1: 1600 };
const CAPTION = ocrLine('Figure 3. The harbour in winter', 500, 1700);
const TEXT = ocrLine('Words of a text that says something about it', 300, 2100);

describe('structureRecognition of a scan with graphics', () => {
  it('reads a ruled table by its rules', () => {
    const { items } = structureRecognition(
      {
        ...result([
          ocrLine('Name Year', 340, 1080),
          ocrLine('Ada', 340, 1180),
          ocrLine('1815', 1040, 1180),
          ocrLine('Grace', 340, 1280),
          ocrLine('1906', 1040, 1280),
        ]),
        image: scanWith(...gridOf([300, 1000, 1700], [1010, 1110, 1210, 1310])),
      },
      A4,
    );
    expect(items.map((item) => item.type)).toEqual(['table']);
    expect(items[0]?.content).toContain('| Ada | 1815 |\n| Grace | 1906 |');
  });

  it('does not read grey cells of a table as figures', () => {
    const { items } = structureRecognition(
      {
        ...result([
          ocrLine('Ada', 340, 1180),
          ocrLine('1815', 1040, 1180),
          ocrLine('Grace', 340, 1280),
          ocrLine('1906', 1040, 1280),
        ]),
        image: scanWith(...gridOf([300, 1000, 1700], [1110, 1210, 1310, 1450]), {
          x0: 1200,
          y0: 1316,
          x1: 1500,
          y1: 1444,
        }),
      },
      A4,
    );
    expect(items.map((item) => item.type)).toEqual(['table']);
  });

  it('shows a picture as a figure, with its caption after it', () => {
    const { items } = structureRecognition({ ...result([CAPTION, TEXT]), image: scanWith(PICTURE) }, A4);
    expect(items.map((item) => item.type)).toEqual(['figure', 'figure_caption', 'text']);
    expect(items[0]?.bbox?.map((side) => Math.round(100 * side))).toEqual([20, 28, 61, 46]);
  });

  it('joins the parts of a diagram above its caption to one figure', () => {
    const parts = [500, 800, 1100].map((x0) => ({ x0, y0: 1400, x1: x0 + 150, y1: 1550 }));
    const { items } = structureRecognition(
      { ...result([CAPTION, TEXT]), image: scanWith(...parts, { x0: 800, y0: 1200, x1: 950, y1: 1350 }) },
      A4,
    );
    expect(items.map((item) => item.type)).toEqual(['figure', 'figure_caption', 'text']);
    expect(items[0]?.bbox?.[1]).toBeCloseTo(0.34, 2);
  });

  it('keeps text on a coloured background as text', () => {
    const lines = [0, 1, 2, 3, 4, 5].map((i) =>
      ocrLine('Words that were printed on a grey panel', 560, 1100 + i * 80),
    );
    const { items } = structureRecognition({ ...result(lines), image: scanWith(PICTURE) }, A4);
    expect(items.map((item) => item.type)).not.toContain('figure');
  });

  it('returns no items for a page without words', () => {
    expect(structureRecognition({ ...result([]), image: scanWith(PICTURE) }, A4).items).toEqual([]);
  });
});

describe('readPageByOcr', () => {
  const read = (cut: FigureCropper) => {
    const recognised: OcrResult = {
      ...result([CAPTION, TEXT]),
      image: scanWith(PICTURE),
      rotation: { quarter: 180, skew: 0 },
    };
    const ocr = { recognise: () => Promise.resolve(recognised), close: () => Promise.resolve() };
    const context = { ocr, language: 'en' as const, signal: new AbortController().signal };
    return readPageByOcr(new Uint8Array(), 300, A4, cut, context);
  };

  it('crops figures from the unrotated page and passes their rotation', async () => {
    const asked: Parameters<FigureCropper>[] = [];
    const picture = toExtractedImage(Uint8Array.of(1, 2, 3), 'image/webp');
    const { content, images } = await read((...part) => {
      asked.push(part);
      return Promise.resolve(picture);
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.[0].x1).toBeCloseTo(0.8, 1);
    expect(asked[0]?.[0].y1).toBeCloseTo(0.7, 1);
    expect(asked[0]?.[1]).toBe(180);
    expect(images).toEqual([picture]);
    expect(content.items[0]).toMatchObject({ type: 'figure', src: picture.name });
  });

  it('leaves out a figure whose image fails, and keeps the text', async () => {
    const { content, images } = await read(() => Promise.resolve(null));
    expect(images).toEqual([]);
    expect(content.items.map((item) => item.type)).toEqual(['figure_caption', 'text']);
  });
});
