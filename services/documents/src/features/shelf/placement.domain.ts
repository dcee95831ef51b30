/** Position of a document on a shelf: lower order first, equal orders by document id. */
export type ShelfPosition = { documentId: string; order: number };

/** Sorts positions as a shelf shows them. */
export const sortByShelfOrder = <P extends ShelfPosition>(positions: readonly P[]): P[] =>
  positions.toSorted((one, other) => one.order - other.order || (one.documentId < other.documentId ? -1 : 1));

/**
 * New positions of documents of a shelf in the given order. They exchange the positions they had, so that other documents, for instance on another
 * page of the list, keep theirs. Equal positions become distinct.
 */
export function reorderPositions(
  positions: readonly ShelfPosition[],
  documentIds: readonly string[],
): ShelfPosition[] {
  let last = -Infinity;
  const orders = positions
    .map(({ order }) => order)
    .toSorted((one, other) => one - other)
    .map((order) => (last = Math.max(order, last + 1)));
  return documentIds.flatMap((documentId, at) => {
    const order = orders[at];
    return order === undefined ? [] : [{ documentId, order }];
  });
}
