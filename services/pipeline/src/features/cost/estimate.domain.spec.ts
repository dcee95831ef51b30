import { describe, expect, it } from '@jest/globals';
import { costOf } from '@hamkhan/llm/chat/token-usage';
import { estimateOf, pageTokens } from './estimate.domain.js';

const prices = { 1: { prompt: 0.25, completion: 2 }, 2: { prompt: 1.25, completion: 10 } };

describe('estimateOf', () => {
  it('grows with the number of pages and their text', () => {
    const of = (pages: number, charsPerPage: number | null) =>
      estimateOf({ pages, language: 'en', charsPerPage }, prices).cost ?? 0;
    expect(of(200, 2_000)).toBeCloseTo(2 * of(100, 2_000), 9);
    expect(of(100, 3_000)).toBeGreaterThan(of(100, 1_000));
    expect(of(100, null)).toBe(of(100, 2_000));
  });

  it('is the sum of both levels at their prices', () => {
    const estimate = estimateOf({ pages: 10, language: 'de', charsPerPage: 1_800 }, prices);
    const levels = [1, 2] as const;
    const sum = levels.reduce(
      (all, level) => all + costOf(pageTokens(1_800, 'de', level), prices[level]) * 10,
      0,
    );
    expect(estimate).toMatchObject({ pages: 10, basis: 'text' });
    expect(estimate.cost).toBeCloseTo(sum, 9);
  });

  it('has no cost if a level has no price, and zero cost for pages without text', () => {
    expect(estimateOf({ pages: 5, language: 'zh', charsPerPage: null }, { 1: prices[1] })).toMatchObject({
      cost: null,
      basis: 'pages',
    });
    expect(estimateOf({ pages: 5, language: 'fr', charsPerPage: 0 }, prices)).toMatchObject({
      promptTokens: 0,
      completionTokens: 0,
      cost: 0,
    });
  });
});
