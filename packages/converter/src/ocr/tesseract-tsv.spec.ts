import { describe, expect, it } from '@jest/globals';
import { readTsv } from './tesseract-tsv.js';

const HEADER =
  'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';

describe('readTsv', () => {
  it('nests words in lines, paragraphs and blocks, with boxes and confidence', () => {
    const tsv = [
      HEADER,
      '1\t1\t0\t0\t0\t0\t0\t0\t100\t200\t-1\t',
      '2\t1\t1\t0\t0\t0\t10\t20\t50\t10\t-1\t',
      '3\t1\t1\t1\t0\t0\t10\t20\t50\t10\t-1\t',
      '4\t1\t1\t1\t1\t0\t10\t20\t50\t10\t-1\t',
      '5\t1\t1\t1\t1\t1\t10\t20\t20\t10\t96.5\tHello',
      '5\t1\t1\t1\t1\t2\t35\t20\t25\t10\t40\t"world"',
      '',
    ].join('\n');
    const { width, height, blocks } = readTsv(tsv);
    expect([width, height]).toEqual([100, 200]);
    expect(blocks[0]?.paragraphs[0]?.lines[0]?.words).toEqual([
      { x0: 10, y0: 20, x1: 30, y1: 30, text: 'Hello', confidence: 0.965 },
      { x0: 35, y0: 20, x1: 60, y1: 30, text: '"world"', confidence: 0.4 },
    ]);
  });

  it('leaves out blocks without words', () => {
    const tsv = [HEADER, '1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t', '2\t1\t1\t0\t0\t0\t1\t1\t5\t5\t-1\t'].join(
      '\n',
    );
    expect(readTsv(tsv).blocks).toEqual([]);
  });
});
