import { expect, it } from '@jest/globals';
import { HOSTILE_TEXTS } from './hostile-texts.js';
import { MAX_GROWTH, workGrowth } from './work-growth.js';

/** Declares a test: a function takes linear time on each of the hostile texts. @param smallest see `workGrowth` */
export function itIsLinear(name: string, read: (text: string) => unknown, smallest?: number): void {
  it(`${name} takes linear time on hostile texts`, () => {
    const growths = Object.entries(HOSTILE_TEXTS).map(([text, make]) => {
      const growth = workGrowth((size) => {
        const input = make(size);
        return () => read(input);
      }, smallest);
      return [text, growth] as const;
    });
    expect(growths.filter(([, growth]) => growth > MAX_GROWTH)).toEqual([]);
  });
}
