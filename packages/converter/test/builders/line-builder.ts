import type { TextLine, Word, WordStyle } from '../../src/layout/lines/text-line.js';
import { PLAIN_STYLE } from '../../src/layout/lines/text-line.js';

type LineOptions = Partial<Pick<TextLine, 'baseline' | 'size' | 'direction' | 'x0'>> & {
  style?: Partial<WordStyle>;
  width?: number;
};

const MARKS: [RegExp, Partial<WordStyle>][] = [
  [/^\*\*(.+)\*\*$/, { bold: true }],
  [/^\*(.+)\*$/, { italic: true }],
  [/^`(.+)`$/, { mono: true }],
];

/**
 * A line for tests: letters half a size wide, a space between words; `**bold**`, `*italic*` and `` `code` `` words are set so.
 */
export const lineOf = (text: string, options: LineOptions = {}): TextLine => {
  const { baseline = 100, size = 10, direction = 'ltr', x0 = 50 } = options;
  const parts = text.split(' ');
  const letters = parts.reduce((sum, part) => sum + part.length, 0) + parts.length - 1;
  const step = options.width === undefined ? size / 2 : options.width / letters;
  let offset = 0;
  const words = parts.map((part): Word => {
    const mark = MARKS.find(([pattern]) => pattern.test(part));
    const bare = mark ? part.replace(mark[0], '$1') : part;
    const from = direction === 'rtl' ? x0 + (letters - offset - bare.length) * step : x0 + offset * step;
    offset += bare.length + 1;
    return {
      text: bare,
      x0: from,
      x1: from + bare.length * step,
      y0: baseline - 0.8 * size,
      y1: baseline + 0.2 * size,
      baseline,
      size,
      style: { ...PLAIN_STYLE, ...options.style, ...mark?.[1] },
    };
  });
  return {
    x0: Math.min(...words.map((word) => word.x0)),
    x1: Math.max(...words.map((word) => word.x1)),
    y0: baseline - 0.8 * size,
    y1: baseline + 0.2 * size,
    words,
    baseline,
    size,
    direction,
  };
};
