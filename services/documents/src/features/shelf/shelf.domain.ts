import { createHash } from 'node:crypto';
import { GENERAL_SHELF_NAME } from '@hamkhan/contracts/http/shelves';
import { foldLetters } from '../document/search-text.domain.js';
import type { ShelfRow } from './shelf.schema.js';

/** A second request of the same name within this time is the first one, sent twice. Milliseconds. */
const SAME_SUBMIT_MS = 10_000;

/** Id of the shelf that each user has: told by the user's, so that there can be one only and nobody has to ask for it. */
export const generalShelfId = (userId: string): string =>
  createHash('sha256').update(`general-shelf:${userId}`).digest('hex').slice(0, 24);

/** What two names must differ in to be two names. */
export const nameKeyOf = (name: string): string => foldLetters(name);

export const isReservedName = (name: string): boolean => nameKeyOf(name) === nameKeyOf(GENERAL_SHELF_NAME);

type Looks = Pick<ShelfRow, 'name' | 'description' | 'icon'>;

/** Whether a request to make a shelf is the one that has just made this shelf, sent again: a second press, or a retry. */
export function isSameSubmit(shelf: Looks & Pick<ShelfRow, 'createdAt'>, asked: Looks, now: number): boolean {
  return (
    now - shelf.createdAt.getTime() < SAME_SUBMIT_MS &&
    shelf.name === asked.name &&
    shelf.description === asked.description &&
    shelf.icon === asked.icon
  );
}
