import { useEffect, useState } from 'react';

/** Seconds left until a moment, in milliseconds since 1970; 0 once it is over. */
export const useCountdown = (until: number): number => {
  const [now, setNow] = useState(() => Date.now());
  const over = now >= until;
  useEffect(() => {
    setNow(Date.now());
    if (Date.now() >= until) return undefined;
    const clock = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(clock);
  }, [until, over]);
  return Math.max(0, Math.ceil((until - now) / 1_000));
};
