import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../test/builders/line-builder.js';
import { levelOfSize, profileOf, samplePages } from './document-profile.js';

const prose = (count: number, size = 10) =>
  Array.from({ length: count }, (_, i) =>
    lineOf('a line of running text with more than seven words in it', {
      size,
      baseline: 200 + i * 12,
      width: 400,
    }),
  );
const title = (text: string, size: number) => lineOf(text, { size, baseline: 100 });

describe('profileOf', () => {
  it('takes the size of prose as body size, even if table cells have more letters', () => {
    const cells = Array.from({ length: 200 }, (_, i) => lineOf('cell 12.5', { size: 8, baseline: i * 10 }));
    expect(profileOf([[...prose(10), ...cells]]).bodySize).toBe(10);
  });

  it('ranks sizes on several pages, and makes a larger one of the title page level 1', () => {
    const pages = [
      [title('The Title of the Book', 36)],
      [title('Chapter One', 20), title('First section', 14), ...prose(20)],
      [title('Chapter Two', 20), title('Second section', 14), ...prose(20)],
    ];
    const profile = profileOf(pages);
    expect([36, 20, 14, 10].map((size) => levelOfSize(profile, size))).toEqual([1, 1, 2, undefined]);
  });

  it('does not rank sizes of the covers', () => {
    const cover = [title('The Title of the Book', 43), title('A promise', 30), title('Its publisher', 24)];
    const inner = (name: string) => [title(`Chapter ${name}`, 20), title('A section', 14), ...prose(20)];
    const profile = profileOf([cover, inner('one'), inner('two'), inner('three'), [...cover, ...prose(9)]]);
    expect([43, 30, 20, 14].map((size) => levelOfSize(profile, size))).toEqual([1, 1, 1, 2]);
  });

  it('does not rank sizes of paragraphs', () => {
    const profile = profileOf([[...prose(20, 10), ...prose(15, 12)]]);
    expect(profile.levelBySize.has(12)).toBe(false);
  });

  it('measures the line distance', () => {
    expect(profileOf([prose(20)]).pitch).toBeCloseTo(1.2);
  });
});

describe('samplePages', () => {
  it('spreads the sample over the document, and takes all pages of a short one', () => {
    expect(samplePages(3)).toEqual([0, 1, 2]);
    const pages = samplePages(300);
    expect(pages).toHaveLength(12);
    expect(Math.max(...pages)).toBeGreaterThan(270);
    expect(samplePages(300)).toEqual(pages);
  });
});
