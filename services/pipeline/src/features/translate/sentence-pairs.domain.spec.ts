import { describe, expect, it } from '@jest/globals';
import { protect, rawOffsets, restore } from '../page-text/inline-marks.domain.js';
import { sentencePairs } from './sentence-pairs.domain.js';

const pairedTexts = (
  source: string,
  target: string,
  pairs: ReturnType<typeof sentencePairs>,
): [string, string][] => pairs.map(([a, b, c, d]) => [source.slice(a, b), target.slice(c, d)]);

describe('sentencePairs', () => {
  it('pairs sentence by sentence if both sides have as many', () => {
    const source = 'The sea was calm. Nobody on board had slept that night. Why?';
    const target = 'دریا آرام بود. آن شب هیچ‌کس در کشتی نخوابیده بود. چرا؟';
    expect(pairedTexts(source, target, sentencePairs(source, target, 'en'))).toEqual([
      ['The sea was calm.', 'دریا آرام بود.'],
      ['Nobody on board had slept that night.', 'آن شب هیچ‌کس در کشتی نخوابیده بود.'],
      ['Why?', 'چرا؟'],
    ]);
  });

  it('detects one sentence translated as two, and two as one', () => {
    const source =
      'He had come a long way through the mountains that winter, and when he saw the lights of the town he wept. It was over. He slept.';
    const target =
      'آن زمستان راهی دراز از میان کوه‌ها آمده بود. چون چراغ‌های شهر را دید گریست. کار تمام بود و به خواب رفت.';
    expect(pairedTexts(source, target, sentencePairs(source, target, 'en'))).toEqual([
      [source.slice(0, 105), target.slice(0, target.indexOf(' کار تمام'))],
      ['It was over. He slept.', 'کار تمام بود و به خواب رفت.'],
    ]);
  });

  it('uses numbers and formulas if lengths do not decide', () => {
    const source = 'The law of $x^2$ was found. It was printed in 1848. Nobody knew of it.';
    const target = 'قانون $x^2$ را یافتند. هیچ‌کس خبر نداشت. سال چاپش هم ۱۸۴۸ بود.';
    const shuffled = 'قانون $x^2$ را یافتند. سال چاپش هم ۱۸۴۸ بود. هیچ‌کس خبر نداشت.';
    expect(sentencePairs(source, shuffled, 'en')).toHaveLength(3);
    expect(pairedTexts(source, target, sentencePairs(source, target, 'en')).map(([en]) => en)).toEqual([
      'The law of $x^2$ was found.',
      'It was printed in 1848. Nobody knew of it.',
    ]);
  });

  it('covers both texts without gaps or overlaps, even if sentences are missing', () => {
    const source = Array.from({ length: 40 }, (_, n) => `Sentence number ${n} says **this** and that.`).join(
      ' ',
    );
    const target = Array.from({ length: 40 }, (_, n) => n)
      .filter((n) => n % 7 !== 3)
      .map((n) => `جملهٔ شمارهٔ ${n} **این** و آن را می‌گوید.`)
      .join(' ');
    const pairs = sentencePairs(source, target, 'en');
    expect(pairs[0]?.[0]).toBe(0);
    expect(pairs.at(-1)?.[1]).toBe(source.length);
    expect(pairs.at(-1)?.[3]).toBe(target.length);
    for (const [index, [a, b, c, d]] of pairs.entries()) {
      expect(b).toBeGreaterThan(a);
      expect(d).toBeGreaterThan(c);
      const [sourceEnd, , targetEnd] = pairs[index + 1] ?? [source.length, 0, target.length];
      const between = [source.slice(b, sourceEnd), target.slice(d, targetEnd)];
      expect(between).toEqual(index === pairs.length - 1 ? ['', ''] : [' ', ' ']);
    }
    const right = pairedTexts(source, target, pairs).filter(([en, fa]) =>
      [...fa.matchAll(/\d+/g)].every(([n]) => new RegExp(`\\b${n}\\b`).test(en)),
    );
    expect(right.length / pairs.length).toBeGreaterThan(0.95);
  });

  it('returns no pairs for a single sentence and for empty texts', () => {
    expect(sentencePairs('One sentence.', 'یک جمله.', 'en')).toEqual([]);
    expect(sentencePairs('', '', 'en')).toEqual([]);
  });

  it('takes linear time for a long page', () => {
    const source = 'A short one here. '.repeat(500);
    const target = 'این یکی کوتاه است. '.repeat(480);
    const before = process.cpuUsage();
    expect(sentencePairs(source, target, 'en').length).toBeGreaterThan(400);
    // Processor time, because the elapsed time depends on what else the machine does.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});

describe('rawOffsets', () => {
  it.each([
    'plain words',
    '**all bold**',
    'a `code.x()` b **c *d* e** [f](https://a.b/c) $x$.',
    '  spaced  ',
  ])('maps offsets in the marked text to the text before protect: %s', (raw) => {
    const marked = protect(raw);
    expect(restore(marked.text, marked)).toBe(raw);
    const toRaw = rawOffsets(marked);
    for (const match of marked.text.matchAll(/(?<!⟦\/?)[a-z](?![^⟦]*⟧)/gu))
      expect(raw[toRaw(match.index)]).toBe(match[0]);
  });
});
