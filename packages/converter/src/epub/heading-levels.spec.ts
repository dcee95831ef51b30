import { describe, expect, it } from '@jest/globals';
import type { Block } from './block.js';
import { headingLevels, locateToc } from './heading-levels.js';

const heading = (content: string, rank: number, id = ''): Block => ({
  item: { type: 'heading', content, level: 1 },
  words: 2,
  rank,
  anchors: id === '' ? [] : [{ id, isInside: false, isPageBreak: false }],
  notes: [],
});
const text = (content: string, id = ''): Block => ({
  ...heading(content, 1, id),
  item: { type: 'text', content },
  rank: undefined,
});
const entry = (title: string, path: string, fragment: string, depth: number) => ({
  title,
  path,
  fragment,
  depth,
});
const levelsOf = (chapters: { path: string; blocks: Block[] }[], toc: ReturnType<typeof entry>[]) =>
  headingLevels(chapters, locateToc(toc, chapters)).map((map) => [...map]);

describe('headingLevels', () => {
  it('takes levels from a nested table of contents, whatever rank the headings have', () => {
    const chapters = [
      { path: 'a', blocks: [heading('Part', 1)] },
      {
        path: 'b',
        blocks: [heading('Chapter', 1), text('x'), heading('Section', 2, 's'), heading('Unlisted', 3)],
      },
    ];
    expect(
      levelsOf(chapters, [
        entry('Part', 'a', '', 1),
        entry('Chapter', 'b', '', 2),
        entry('Section', 'b', 's', 3),
      ]),
    ).toEqual([
      [[0, 1]],
      [
        [0, 2],
        [2, 3],
        [3, 3],
      ],
    ]);
  });

  it('numbers the ranks in use where the table of contents is flat or missing', () => {
    const chapters = [
      { path: 'a', blocks: [heading('A', 2), text('x'), heading('B', 4), text('x'), heading('C', 6)] },
    ];
    expect(levelsOf(chapters, [])).toEqual([
      [
        [0, 1],
        [2, 2],
        [4, 3],
      ],
    ]);
  });

  it('treats a paragraph with the title of an entry as a heading', () => {
    const chapters = [{ path: 'a', blocks: [text('CHAPTER ONE'), text('It was late.')] }];
    expect(levelsOf(chapters, [entry('Chapter One', 'a', '', 1)])).toEqual([[[0, 1]]]);
  });

  it('gives a line above a title the level of the title', () => {
    const chapters = [
      { path: 'a', blocks: [heading('Chapter one', 5), heading('The keeper', 3), text('x')] },
    ];
    expect(levelsOf(chapters, [])).toEqual([
      [
        [0, 1],
        [1, 1],
      ],
    ]);
  });

  it('leaves out entries without a target', () => {
    expect(locateToc([entry('X', 'gone', '', 1)], [{ path: 'a', blocks: [text('x')] }])).toEqual([]);
  });
});
