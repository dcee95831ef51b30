/** The place of one request among the open requests of an address or a user. */
export class Place {
  /** Ends the request, while that is allowed: it still waits for its body. It must leave its places at once. */
  giveWay: (() => void) | null = null;

  constructor(private readonly remove: (place: Place) => void) {}

  leave(): void {
    this.remove(this);
  }
}

/** Limits how many requests of one key, an address or a user, are open at the same time. */
export class OpenRequests {
  private readonly byKey = new Map<string, Set<Place>>();

  constructor(private readonly most: number) {}

  /** Number of keys with open requests. */
  get size(): number {
    return this.byKey.size;
  }

  /**
   * Takes a place, or returns null when there is none. A request that still waits for its body gives way, the oldest first, so that
   * slow requests do not lock out quick ones from the same address.
   */
  enter(key: string): Place | null {
    const places = this.placesOf(key);
    if (places.size >= this.most) firstToGiveWay(places)?.giveWay?.();
    if (places.size >= this.most) return null;
    const place = new Place((left) => {
      places.delete(left);
      if (places.size === 0 && this.byKey.get(key) === places) this.byKey.delete(key);
    });
    places.add(place);
    // Set here, because the last place may just have left.
    this.byKey.set(key, places);
    return place;
  }

  private placesOf(key: string): Set<Place> {
    return this.byKey.get(key) ?? new Set();
  }
}

function firstToGiveWay(places: ReadonlySet<Place>): Place | undefined {
  for (const place of places) if (place.giveWay) return place;
  return undefined;
}
