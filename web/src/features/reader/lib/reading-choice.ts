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

/** How and where a document is read: translated or not, in which version, laid out how, at which page (RDR-READER-55 to -58). */
export type ReadingChoice = ReadingState;
export type ReadingLayout = ReadingChoice['layout'];
export type ReadingTexts = ReadingChoice['texts'];

export const FIRST_CHOICE: ReadingChoice = {
  translated: true,
  version: 2,
  layout: 'single',
  texts: 'one',
  page_number: 0,
};

const keyOf = (reader: string, documentKey: string) => `reader/${reader}/${documentKey}`;

/** The choice a reader made for this document on this device; null at first. */
export const readChoice = (reader: string, documentKey: string): ReadingChoice | null =>
  Choice.safeParse(readStored(keyOf(reader, documentKey))).data ?? null;

/** Whether the server has not heard of that choice yet: the page was left too soon, or there was no network. */
export const isUnsent = (reader: string, documentKey: string): boolean =>
  Unsent.safeParse(readStored(keyOf(reader, documentKey))).success;

/** `unsent` says that the server has to hear of it yet. */
export const writeChoice = (
  reader: string,
  documentKey: string,
  choice: ReadingChoice,
  unsent: boolean,
): void => writeStored(keyOf(reader, documentKey), { ...choice, ...(unsent ? { unsent } : {}) });

export const wantedVersion = (choice: ReadingChoice): Version => (choice.translated ? choice.version : 0);
