import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../../shared/storage/settings.js';

/** Steps of each measure; the middle one is what the design gives. */
export const SIZES = [0.85, 0.92, 1, 1.1, 1.22, 1.36, 1.55, 1.8] as const;
export const LEADS = [0.85, 1, 1.15, 1.3] as const;
export const WIDTHS = ['narrow', 'normal', 'wide'] as const;
export const FACES = ['house', 'naskh'] as const;
export const GROUNDS = ['paper', 'sepia'] as const;

const Settings = z.object({
  size: z
    .number()
    .int()
    .min(0)
    .max(SIZES.length - 1)
    .catch(2),
  lead: z
    .number()
    .int()
    .min(0)
    .max(LEADS.length - 1)
    .catch(1),
  width: z.enum(WIDTHS).catch('normal'),
  face: z.enum(FACES).catch('house'),
  ground: z.enum(GROUNDS).catch('paper'),
});

/** How text stands on a sheet, for every document on this device. `size` and `lead` are steps. */
export type ReadingSettings = z.infer<typeof Settings>;

export const FIRST_SETTINGS: ReadingSettings = {
  size: 2,
  lead: 1,
  width: 'normal',
  face: 'house',
  ground: 'paper',
};

const KEY = 'reading-settings';
const listeners = new Set<() => void>();
let known: ReadingSettings | null = null;

export const readingSettings = (): ReadingSettings => {
  known ??= Settings.safeParse(readStored(KEY)).data ?? FIRST_SETTINGS;
  return known;
};

/** Changes what is given and remembers it. */
export const changeReadingSettings = (part: Partial<ReadingSettings>): void => {
  known = { ...readingSettings(), ...part };
  writeStored(KEY, known);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useReadingSettings = (): ReadingSettings => useSyncExternalStore(subscribe, readingSettings);

/** The next step of a measure, within its steps. */
export const stepped = (at: number, by: 1 | -1, steps: readonly unknown[]): number =>
  Math.min(steps.length - 1, Math.max(0, at + by));
