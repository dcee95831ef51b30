import { describe, expect, it } from '@jest/globals';
import { sortByShelfOrder, reorderPositions, type ShelfPosition } from './placement.domain.js';

const place = (documentId: string, order: number): ShelfPosition => ({ documentId, order });
const ids = (places: readonly ShelfPosition[]) =>
  sortByShelfOrder(places).map(({ documentId }) => documentId);

describe('the order of a shelf', () => {
  const shelf = [place('a', -40), place('b', -30), place('c', -20), place('d', -10)];

  it('follows the given order', () => {
    expect(ids(reorderPositions(shelf, ['d', 'b', 'a', 'c']))).toEqual(['d', 'b', 'a', 'c']);
  });

  it('keeps the positions of documents that are not named', () => {
    const moved = reorderPositions([shelf[3] as ShelfPosition, shelf[1] as ShelfPosition], ['d', 'b']);
    const others = shelf.filter(({ documentId }) => documentId === 'a' || documentId === 'c');
    expect(ids([...others, ...moved])).toEqual(['a', 'd', 'c', 'b']);
  });

  it('makes equal positions distinct', () => {
    const same = [place('a', 5), place('b', 5), place('c', 5)];
    expect(ids(same)).toEqual(['a', 'b', 'c']);
    expect(ids(reorderPositions(same, ['c', 'b', 'a']))).toEqual(['c', 'b', 'a']);
  });
});
