import { useCallback, useSyncExternalStore } from 'react';

const secondsUntil = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1_000));

/** Seconds left until a moment, in milliseconds since 1970; 0 once it is over. */
export const useCountdown = (until: number): number => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const clock = setInterval(() => {
        if (secondsUntil(until) === 0) clearInterval(clock);
        onChange();
      }, 1_000);
      return () => clearInterval(clock);
    },
    [until],
  );
  return useSyncExternalStore(subscribe, () => secondsUntil(until));
};
