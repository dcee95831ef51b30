const DAY_MS = 86_400_000;

/** Days until the end, begun ones counted whole (C16). */
export const remainingDays = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS));
