import { describe, expect, it } from '@jest/globals';
import { findGutters, isOverGutter } from './column-gutters.js';

/** A row of letters 5 points wide that fill each of the spans. */
const rowOf = (y: number, ...spans: [number, number][]) =>
  spans.flatMap(([from, to]) =>
    Array.from({ length: Math.floor((to - from) / 5) }, (_, i) => ({
      ...{ x0: from + 5 * i, x1: from + 5 * i + 5, y0: y - 8, y1: y + 2 },
      size: 10,
    })),
  );
const times = (count: number, make: (y: number) => ReturnType<typeof rowOf>) =>
  Array.from({ length: count }, (_, i) => make(100 + 12 * i));

describe('findGutters', () => {
  it('finds a gutter narrower than the gaps within lines if the columns have the same baselines', () => {
    const gutters = findGutters(times(8, (y) => rowOf(y, [50, 295], [303, 550])));
    expect(gutters).toHaveLength(1);
    expect(gutters[0]?.x).toBeGreaterThan(295);
    expect(gutters[0]?.x).toBeLessThan(303);
  });

  it('finds a gutter between columns with different baselines, and under a title that crosses it', () => {
    const left = times(8, (y) => rowOf(y, [50, 295]));
    const right = times(8, (y) => rowOf(y + 5, [303, 550]));
    expect(findGutters([rowOf(60, [150, 450]), ...left, ...right])).toHaveLength(1);
  });

  it('finds no gutter in a single column, at a river, or between columns of numbers', () => {
    expect(findGutters(times(20, (y) => rowOf(y, [50, 550])))).toEqual([]);
    const river = times(20, (y) =>
      rowOf(
        y,
        ...(y < 160
          ? ([
              [50, 295],
              [303, 550],
            ] as const)
          : ([[50, 550]] as const)
        ).map(([a, b]): [number, number] => [a, b]),
      ),
    );
    expect(findGutters(river)).toEqual([]);
    expect(findGutters(times(12, (y) => rowOf(y, [50, 250], [300, 320], [380, 400])))).toEqual([]);
  });
});

describe('isOverGutter', () => {
  it('detects a gutter between two boxes at their height', () => {
    const gutter = { x: 300, top: 100, bottom: 400 };
    const left = { x0: 50, x1: 296, y0: 200, y1: 210 };
    const right = { x0: 304, x1: 550, y0: 201, y1: 211 };
    expect(isOverGutter(left, right, [gutter])).toBe(true);
    expect(isOverGutter(left, { ...left, x0: 296, x1: 299 }, [gutter])).toBe(false);
    expect(isOverGutter({ ...left, y0: 20, y1: 30 }, { ...right, y0: 20, y1: 30 }, [gutter])).toBe(false);
  });
});
