import { describe, expect, it } from '@jest/globals';
import { protect, restore } from '../page-text/inline-marks.domain.js';
import { canDiffer, coverWith, hasWords, segmentsOf, spansOf } from './segments.domain.js';

describe('segmentsOf', () => {
  const whole = (text: string, limit: number) => {
    const segments = segmentsOf(protect(text), 'en', limit);
    return segments.map(({ marked, gap }) => restore(marked.text, marked) + gap);
  };

  it('does not split a short text', () => expect(whole('One. Two.', 100)).toEqual(['One. Two.']));

  it('splits between sentences, with own marker numbers and gaps', () => {
    expect(whole('One $a$. Two $b$. Three `c`!\n\nFour d.', 18)).toEqual([
      'One $a$. Two $b$. ',
      'Three `c`!\n\n',
      'Four d.',
    ]);
    expect(
      segmentsOf(protect('One $a$ thing. Two $b$ things.'), 'en', 20).map(({ marked }) => marked.text),
    ).toEqual(['One ⟦1⟧ thing.', 'Two ⟦1⟧ things.']);
  });

  it.each([
    ['words without a sentence end', 'word '.repeat(500), 'en'],
    ['letters without a space', 'x'.repeat(3000), 'en'],
    ['markers without a space', '$a$'.repeat(500), 'en'],
    ['Chinese without a sentence end', '字'.repeat(2000), 'zh'],
  ] as const)('splits %s without loss', (_, text, language) => {
    const segments = segmentsOf(protect(text), language, 300);
    expect(segments.length).toBeGreaterThan(4);
    for (const { marked } of segments) expect(marked.text.length).toBeLessThanOrEqual(300);
    expect(
      segments
        .map(({ marked }) => restore(marked.text, marked))
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''));
  });
});

describe('spans and covers', () => {
  it('returns runs of up to four sentences', () => {
    const { sentences, spans } = spansOf(protect('A one. B two. C three. D four. E five.'), 'en');
    expect(sentences).toBe(5);
    expect(spans.map(({ from, to }) => `${from}-${to}`)).toEqual([
      '0-1',
      '0-2',
      '0-3',
      '0-4',
      '1-2',
      '1-3',
      '1-4',
      '1-5',
      '2-3',
      '2-4',
      '2-5',
      '3-4',
      '3-5',
      '4-5',
    ]);
    expect(spansOf(protect('Just one.'), 'en').spans).toEqual([]);
  });

  it('covers all sentences with the fewest known runs, or returns undefined', () => {
    const known = [
      [0, 1],
      [1, 2],
      [0, 2],
      [2, 3],
    ].map(([from = 0, to = 0]) => ({ from, to }));
    expect(coverWith(3, known)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 3 },
    ]);
    expect(coverWith(3, known.slice(0, 3))).toBeUndefined();
  });
});

describe('hasWords and canDiffer', () => {
  it('finds words outside formulas and code', () => {
    expect(hasWords(protect('12 – $x$ `code`'))).toBe(false);
    expect(hasWords(protect('12 a'))).toBe(true);
  });
  it.each([
    ['Introduction', false, false],
    ['Introduction', true, true],
    ['A short way', false, true],
    ['序言', false, false],
    ['这是一个测试句', false, true],
  ])('%s', (text, hasTerms, expected) => expect(canDiffer(text, hasTerms)).toBe(expected));
});
