import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../../shared/storage/settings.js';

/** Scale factors of the text size and the line height, by step. */
export const SIZES = [0.85, 0.92, 1, 1.1, 1.22, 1.36, 1.55, 1.8] as const;
export const LINE_HEIGHTS = [0.85, 1, 1.15, 1.3] as const;
export const WIDTHS = ['narrow', 'normal', 'wide'] as const;
export const FONTS = ['vazirmatn', 'naskh'] as const;
export const BACKGROUNDS = ['paper', 'sepia'] as const;

const stepOf = (steps: readonly unknown[]) =>
  z
    .number()
    .int()
    .min(0)
    .max(steps.length - 1);

const Settings = z.object({
  size: stepOf(SIZES).catch(2),
  lineHeight: stepOf(LINE_HEIGHTS).catch(1),
  width: z.enum(WIDTHS).catch('normal'),
  font: z.enum(FONTS).catch('vazirmatn'),
  background: z.enum(BACKGROUNDS).catch('paper'),
});

/** How text looks, for every document on this device; `size` and `lineHeight` are steps. */
export type ReadingSettings = z.infer<typeof Settings>;

const KEY = 'reading-settings';
const listeners = new Set<() => void>();
let current: ReadingSettings | null = null;

const readingSettings = (): ReadingSettings => {
  current ??= Settings.safeParse(readStored(KEY)).data ?? Settings.parse({});
  return current;
};

/** Changes some settings and stores them on this device. */
export const changeReadingSettings = (part: Partial<ReadingSettings>): void => {
  current = { ...readingSettings(), ...part };
  writeStored(KEY, current);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useReadingSettings = (): ReadingSettings => useSyncExternalStore(subscribe, readingSettings);

/** The next or previous step, within the range of steps. */
export const clampedStep = (step: number, by: 1 | -1, steps: readonly unknown[]): number =>
  Math.min(steps.length - 1, Math.max(0, step + by));
