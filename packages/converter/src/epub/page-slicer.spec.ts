import { describe, expect, it } from '@jest/globals';
import type { Block } from './block.js';
import { sliceByFile, sliceByLength, sliceByPrintPages } from './page-slicer.js';
import type { SlicedBlock } from './page-slicer.js';

const block = (words: number, chapter = 0, level?: 1 | 2 | 3): SlicedBlock => {
  const source: Block = {
    item: level ? { type: 'heading', content: 'h', level } : { type: 'text', content: 't' },
    words,
    anchors: [],
    notes: [],
  };
  return { chapter, block: 0, source, ...(level ? { level } : {}) };
};
const lengths = (pages: SlicedBlock[][] | undefined) =>
  pages?.map((page) => page.map(({ source }) => source.words));

describe('sliceByLength', () => {
  it('ends a page after about 350 words', () => {
    expect(lengths(sliceByLength(Array.from({ length: 9 }, () => block(100))))).toEqual([
      [100, 100, 100, 100],
      [100, 100, 100, 100],
      [100],
    ]);
  });

  it('ends a page early before a block that would make it too long', () => {
    expect(lengths(sliceByLength([block(200), block(400), block(50)]))).toEqual(
      [[200], [400], [50]].slice(0, 1).concat([[400], [50]]),
    );
  });

  it('never ends a page with a heading', () => {
    expect(lengths(sliceByLength([block(340), block(5, 0, 3), block(300)]))).toEqual([[340], [5, 300]]);
  });

  it('begins a chapter on a new page, but not a file without a heading', () => {
    expect(lengths(sliceByLength([block(50), block(5, 1, 1), block(50, 1)]))).toEqual([[50], [5, 50]]);
    expect(lengths(sliceByLength([block(50), block(60, 1)]))).toEqual([[50, 60]]);
  });

  it('begins an important section on a new page once half a page is full', () => {
    expect(lengths(sliceByLength([block(180), block(5, 0, 2), block(50)]))).toEqual([[180], [5, 50]]);
    expect(lengths(sliceByLength([block(100), block(5, 0, 2), block(50)]))).toEqual([[100, 5, 50]]);
  });
});

describe('sliceByPrintPages', () => {
  it('cuts where print pages begin', () => {
    const flow = [block(200), block(200), block(200), block(200), block(200)];
    expect(lengths(sliceByPrintPages(flow, [0, 2, 4, 4]))).toEqual([[200, 200], [200, 200], [200]]);
  });

  it('ignores page breaks that are too few, too close together or too far apart', () => {
    const flow = Array.from({ length: 10 }, () => block(20));
    expect(sliceByPrintPages(flow, [5])).toBeUndefined();
    expect(sliceByPrintPages(flow, [1, 2, 3, 4, 5, 6])).toBeUndefined();
    expect(
      sliceByPrintPages(
        Array.from({ length: 10 }, () => block(2000)),
        [3, 6],
      ),
    ).toBeUndefined();
  });

  it('splits a page where page breaks are missing', () => {
    const flow = Array.from({ length: 30 }, () => block(100));
    expect(sliceByPrintPages(flow, [3, 6, 9, 12])?.length).toBeGreaterThan(8);
  });
});

describe('sliceByFile', () => {
  it('makes each file of a fixed-layout book a page', () => {
    expect(sliceByFile([block(1), block(2), block(3, 1)])).toHaveLength(2);
  });
});
