import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../test/builders/line-builder.js';
import { edgeLinesOf, runningLines } from './running-heads.js';
import type { TextLine } from '../lines/text-line.js';

const HEIGHT = 800;
const page = (head: string, foot: string): TextLine[] => [
  lineOf(head, { baseline: 40, size: 9 }),
  ...Array.from({ length: 8 }, (_, i) =>
    lineOf('Running text of this page.', { baseline: 100 + i * 12, width: 400 }),
  ),
  lineOf(foot, { baseline: 770, size: 9 }),
];
const found = (own: TextLine[], neighbours: [number, TextLine[]][]): string[] =>
  [
    ...runningLines(
      edgeLinesOf(own, HEIGHT),
      neighbours.map(([offset, lines]) => ({ offset, edges: edgeLinesOf(lines, HEIGHT) })),
    ),
  ].map((line) => line.words.map((word) => word.text).join(' '));

describe('runningLines', () => {
  it('finds a head that is repeated one or two pages away with another page number', () => {
    expect(found(page('The Book 12', 'x'), [[2, page('The Book 14', 'y')]])).toContain('The Book 12');
  });

  it('finds a foot by its page number if its words change', () => {
    expect(found(page('a', 'Preface | ix'), [[2, page('b', 'Results | xi')]])).toContain('Preface | ix');
    expect(found(page('a', 'Preface | ix'), [[2, page('b', 'Results | xiv')]])).not.toContain('Preface | ix');
  });

  it('finds a single number in the margin without neighbouring pages', () => {
    expect(found(page('Some words of text here', '17'), [])).toContain('17');
  });

  it('finds a short line at the place of those on both neighbouring pages', () => {
    const own = page('Third Chapter', 'x');
    expect(
      found(own, [
        [-1, page('Second Chapter', 'y')],
        [1, page('Title of the Book', 'z')],
      ]),
    ).toContain('Third Chapter');
  });

  it('does not take the first line of the text as a head if neighbouring pages begin at the same height', () => {
    const own = Array.from({ length: 9 }, (_, i) =>
      lineOf('Text begins at the top.', { baseline: 40 + i * 12 }),
    );
    const other = Array.from({ length: 9 }, (_, i) =>
      lineOf('Another text begins there.', { baseline: 40 + i * 12 }),
    );
    expect(
      found(own, [
        [-1, other],
        [1, other],
      ]),
    ).toEqual([]);
  });
});
