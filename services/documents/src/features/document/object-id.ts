import { randomBytes } from 'node:crypto';

/** A new id in the form of a MongoDB ObjectId: seconds first, so that ids sort by time, then chance. */
export function newObjectId(now: number = Date.now()): string {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(now / 1_000), 0);
  return bytes.toString('hex');
}
