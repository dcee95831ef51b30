import { useCallback, useSyncExternalStore } from 'react';

/** Screen widths of the layout, in pixels (ACC-SHELL-33). */
export const BREAKPOINTS = { xs: 0, sm: 460, md: 700, lg: 900, xl: 1280 } as const;

/** Whether a media query matches. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

/** Whether the screen is at least as wide as a breakpoint. */
export const useFrom = (breakpoint: keyof typeof BREAKPOINTS): boolean =>
  useMedia(`(min-width: ${BREAKPOINTS[breakpoint]}px)`);
