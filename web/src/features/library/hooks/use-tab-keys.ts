import type { KeyboardEvent, RefObject } from 'react';

const STEPS: Record<string, (rtl: boolean) => 1 | -1> = {
  ArrowRight: (rtl) => (rtl ? -1 : 1),
  ArrowLeft: (rtl) => (rtl ? 1 : -1),
};

/** The tab that a key leads to, around the ends; undefined for any other key. */
const tabAfter = (key: string, selected: number, count: number): number | undefined => {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key]?.(document.documentElement.dir === 'rtl');
  return step === undefined ? undefined : (selected + step + count) % count;
};

/** Selects and focuses tabs with the arrow keys, Home and End. `list` holds the tabs. */
export const useTabKeys =
  (
    list: RefObject<HTMLElement | null>,
    { selected, count, onSelect }: { selected: number; count: number; onSelect: (tab: number) => void },
  ) =>
  (event: KeyboardEvent): void => {
    const next = tabAfter(event.key, selected, count);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
