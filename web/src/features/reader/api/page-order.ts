import type { PageSpan } from '../lib/readable-span.js';

/** The page number to load first: the one nearest to `current`, pages behind it counting double, as people read forwards. */
export const nearestPage = (numbers: readonly number[], current: number): number | undefined => {
  const distance = (number: number) => (number >= current ? number - current : 2 * (current - number));
  return numbers.reduce<number | undefined>(
    (best, number) => (best === undefined || distance(number) < distance(best) ? number : best),
    undefined,
  );
};

/** The numbers of a span that `pages` lacks. */
export const missingPages = (
  { from, to }: PageSpan,
  pages: { has: (number: number) => boolean },
): number[] => {
  const missing: number[] = [];
  for (let number = from; number <= to; number += 1) {
    if (!pages.has(number)) missing.push(number);
  }
  return missing;
};
