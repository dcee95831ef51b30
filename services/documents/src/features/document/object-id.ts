import { randomBytes } from 'node:crypto';

/** A new id in the format of a MongoDB ObjectId: seconds, so that ids sort by time, then random bytes. */
export function newObjectId(now: number = Date.now()): string {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(now / 1_000), 0);
  return bytes.toString('hex');
}

const OBJECT_ID = /^[0-9a-f]{24}$/;

/** Whether a path segment is an id; otherwise it is a key (G04). */
export const isObjectId = (name: string): boolean => OBJECT_ID.test(name);
