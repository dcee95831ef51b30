import { z } from 'zod';
import { readStored, writeStored } from '../../../shared/storage/settings.js';
import type { Version } from './shown-text.js';

const Choice = z.object({ translated: z.boolean(), version: z.union([z.literal(1), z.literal(2)]) });

/** Which text a document is read in: translated or not, and in which version (RDR-READER-55, -56). */
export type ReadingChoice = z.infer<typeof Choice>;

export const FIRST_CHOICE: ReadingChoice = { translated: true, version: 2 };

const keyOf = (documentKey: string) => `reader/${documentKey}`;

/** The choice made for this document on this device; final translation at first. */
export const readChoice = (documentKey: string): ReadingChoice =>
  Choice.safeParse(readStored(keyOf(documentKey))).data ?? FIRST_CHOICE;

export const writeChoice = (documentKey: string, choice: ReadingChoice): void =>
  writeStored(keyOf(documentKey), choice);

export const wantedVersion = (choice: ReadingChoice): Version => (choice.translated ? choice.version : 0);

/** The choice after picking a version; the original keeps in mind which translation was read. */
export const withVersion = (choice: ReadingChoice, version: Version): ReadingChoice =>
  version === 0 ? { ...choice, translated: false } : { translated: true, version };
