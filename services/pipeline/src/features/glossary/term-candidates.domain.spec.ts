import { describe, expect, it } from '@jest/globals';
import { candidatesOf } from './term-candidates.domain.js';

const terms = (text: string, language: Parameters<typeof candidatesOf>[1] = 'en', most = 50): string[] =>
  candidatesOf(text, language, most).map(({ term }) => term);

describe('candidatesOf', () => {
  it('finds names of several words, also with small words inside, and repeated single names', () => {
    const text = `The University of California was large. Ludwig van Beethoven never saw it. At the University of California
      people knew Ludwig van Beethoven, and Middlemarch too. They spoke of Middlemarch. In Middlemarch it rained.`;
    expect(terms(text)).toEqual(['Middlemarch', 'University of California', 'Ludwig van Beethoven']);
  });

  it('ignores words that are capitalised only at sentence starts', () => {
    expect(terms('However it was. Nobody came. Nobody saw. Nobody spoke. However.')).toEqual([]);
  });

  it('removes the genitive ending of a name', () => {
    expect(terms('We read Darwin’s book. Then Darwin wrote. I met Darwin.')).toEqual(['Darwin']);
  });

  it('finds the longest repeated phrases', () => {
    const text =
      'The natural selection theory is old. A natural selection theory it was. This natural selection theory!';
    expect(terms(text)).toEqual(['natural selection theory']);
    expect(candidatesOf(text, 'en', 5)[0]).toEqual({ term: 'natural selection theory', count: 3 });
  });

  it('works in every script', () => {
    const zh = '量子力学很难。他学习量子力学。量子力学有名。我们讨论量子力学。';
    expect(terms(zh, 'zh').join(' ')).toContain('量子力学');
    expect(terms('Анна Каренина пришла. Все видели: Анна Каренина ушла.', 'ru')).toEqual(['Анна Каренина']);
    expect(terms('الثورة الصناعية بدأت. الثورة الصناعية انتهت. الثورة الصناعية.', 'ar')).toEqual([
      'الثورة الصناعية',
    ]);
  });

  it('finds no single German nouns', () => {
    const text =
      'Das Haus steht. Das Haus fällt. Ein Haus. Die Deutsche Bahn fährt. Wir sahen die Deutsche Bahn.';
    expect(terms(text, 'de')).toEqual(['Deutsche Bahn']);
  });

  it('limits the number of terms and takes linear time on hostile text', () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `Aa${n % 700} Bb${n % 900} cc${n % 11} dd.`).join(
      ' ',
    );
    const began = performance.now();
    expect(terms(text, 'en', 80)).toHaveLength(80);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
