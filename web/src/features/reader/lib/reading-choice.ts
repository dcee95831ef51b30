import { READING_LAYOUTS, READING_TEXTS, type ReadingState } from '@hamkhan/contracts/http/reader';
import { z } from 'zod';
import { readStored, writeStored } from '../../../shared/storage/settings.js';
import type { Version } from './shown-text.js';

const Choice = z.object({
  translated: z.boolean(),
  version: z.union([z.literal(1), z.literal(2)]),
  layout: z.enum(READING_LAYOUTS).catch('single'),
  texts: z.enum(READING_TEXTS).catch('one'),
  page_number: z.number().int().min(0).catch(0),
});

const Unsent = z.object({ unsent: z.literal(true) });

/** How and where a document is read: translated or not, version, layout, texts and page (RDR-READER-55 to -58). */
export type ReadingChoice = ReadingState;
export type ReadingLayout = ReadingChoice['layout'];
export type ReadingTexts = ReadingChoice['texts'];

export const DEFAULT_CHOICE: ReadingChoice = {
  translated: true,
  version: 2,
  layout: 'single',
  texts: 'one',
  page_number: 0,
};

const storageKey = (reader: string, documentKey: string) => `reader/${reader}/${documentKey}`;

/** A user's choice for this document on this device; null when there is none. */
export const readChoice = (reader: string, documentKey: string): ReadingChoice | null =>
  Choice.safeParse(readStored(storageKey(reader, documentKey))).data ?? null;

/** Whether the choice has not reached the server: the tab was closed too soon, or there was no network. */
export const isUnsent = (reader: string, documentKey: string): boolean =>
  Unsent.safeParse(readStored(storageKey(reader, documentKey))).success;

/** Stores a choice on this device; `unsent` marks one that the server does not have yet. */
export const writeChoice = (
  reader: string,
  documentKey: string,
  choice: ReadingChoice,
  unsent: boolean,
): void => writeStored(storageKey(reader, documentKey), { ...choice, ...(unsent ? { unsent } : {}) });

/** The texts that fit the choice and the screen: columns only on large screens, one text while reading the original. */
export const fittingTexts = ({ translated, texts }: ReadingChoice, isLarge: boolean): ReadingTexts =>
  !translated || texts === 'one' ? 'one' : isLarge ? texts : 'lines';

export const wantedVersion = (choice: ReadingChoice): Version => (choice.translated ? choice.version : 0);
