const DAY_MS = 86_400_000;

/** Days until the end, rounded up (C16). */
export const remainingDays = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS));
