import { createHash } from 'node:crypto';
import { GENERAL_SHELF_NAME } from '@hamkhan/contracts/http/shelves';
import { foldLetters } from '../document/search-text.domain.js';
import type { ShelfRow } from './shelf.schema.js';

/** Within this time an equal request is a repetition of the first. */
const REPEAT_WINDOW_MS = 10_000;

/** Id of a user's general shelf, derived from the user id: unique, and known without a query. */
export const generalShelfId = (userId: string): string =>
  createHash('sha256').update(`general-shelf:${userId}`).digest('hex').slice(0, 24);

/** Two names are different if their keys are. */
export const nameKeyOf = (name: string): string => foldLetters(name);

export const isReservedName = (name: string): boolean => nameKeyOf(name) === nameKeyOf(GENERAL_SHELF_NAME);

type ShelfDetails = Pick<ShelfRow, 'name' | 'description' | 'icon'>;

/** Whether a request to create a shelf repeats the one that has just created it, for instance after a double click or a retry. */
export function isRepeatedSubmit(
  shelf: ShelfDetails & Pick<ShelfRow, 'createdAt'>,
  request: ShelfDetails,
  now: number,
): boolean {
  return (
    now - shelf.createdAt.getTime() < REPEAT_WINDOW_MS &&
    shelf.name === request.name &&
    shelf.description === request.description &&
    shelf.icon === request.icon
  );
}
