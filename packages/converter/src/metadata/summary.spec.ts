import { describe, expect, it } from '@jest/globals';
import { summaryAndTags } from './summary-and-tags.js';
import { isProse, tidySummary } from './summary.js';

describe('tidySummary', () => {
  it('keeps paragraphs and removes invisible characters', () => {
    expect(tidySummary('  A book about   the sea.\r\n\n\n\tAnd \u202eits\u0000 people \u200b here. ')).toBe(
      'A book about the sea.\nAnd its people here.',
    );
    expect(tidySummary('کتابی دربارهٔ دریا که می\u200cگوید چه بود')).toContain('می\u200cگوید');
  });

  it('is empty for texts without content', () => {
    for (const text of [
      '',
      'No description available.',
      'short',
      'https://example.org/a/very/long/address/indeed',
      '123 456 789 000 111 222 333',
    ])
      expect(tidySummary(text)).toBe('');
    expect(tidySummary('本书介绍现代汉语的历史。')).toBe('本书介绍现代汉语的历史。');
  });

  it('cuts a long text at the end of a sentence, in any script', () => {
    const cut = tidySummary('This is one sentence of many. '.repeat(400), 1_000);
    expect(cut.length).toBeLessThanOrEqual(1_000);
    expect(cut.length).toBeGreaterThan(900);
    expect(cut.endsWith('many.')).toBe(true);
    for (const hostile of [
      'x'.repeat(3_000_000),
      'x '.repeat(1_000_000),
      ' '.repeat(3_000_000),
      '.'.repeat(3_000_000),
    ])
      expect(tidySummary(hostile, 1_000).length).toBeLessThanOrEqual(1_000);
  });
});

describe('isProse', () => {
  it('distinguishes sentences from topics, issues and addresses', () => {
    expect(
      isProse('This report describes how the survey was made and what it found in three provinces.'),
    ).toBe(true);
    expect(isProse('Geometry and topology')).toBe(false);
    expect(
      isProse('Journal of Things that Matter to the Few of Us, vol. 12, pp. 1 to 9, in the year of 2003'),
    ).toBe(false);
  });
});

describe('summaryAndTags', () => {
  it('reads prose as a summary and a topic as a tag', () => {
    const prose = 'This report describes how the survey was made and what it found in three provinces.';
    expect(summaryAndTags({ subject: prose, keywords: ['malaria, survey;Angola'] })).toEqual({
      summary: prose,
      tags: ['Angola'],
    });
    expect(summaryAndTags({ subject: 'Geometrie', keywords: ['Geometrie, Topologie'] })).toEqual({
      tags: ['Geometrie', 'Topologie'],
    });
    expect(summaryAndTags({ subject: 'Journal of X 12(3)', keywords: [''] })).toEqual({});
  });
});
