/** A place on a shelf: lower first, documents of one place by id, as the lists sort them. */
export type Place = { documentId: string; order: number };

/** Places as a shelf shows them. */
export const inShelfOrder = <P extends Place>(places: readonly P[]): P[] =>
  places.toSorted((one, other) => one.order - other.order || (one.documentId < other.documentId ? -1 : 1));

/**
 * Where documents of one shelf stand after they were put in this order: they share the places they had among themselves, so that what was not
 * named, for instance on another page of the list, stays where it is. Places that were the same are parted.
 */
export function rearranged(places: readonly Place[], documentIds: readonly string[]): Place[] {
  let last = -Infinity;
  const orders = places
    .map(({ order }) => order)
    .toSorted((one, other) => one - other)
    .map((order) => (last = Math.max(order, last + 1)));
  return documentIds.flatMap((documentId, at) => {
    const order = orders[at];
    return order === undefined ? [] : [{ documentId, order }];
  });
}
