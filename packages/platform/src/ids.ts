import { randomBytes } from 'node:crypto';

/** Sortable by time, also within a millisecond of one process: an outbox sorted by id is in order (RFC 9562). */
export { v7 as uuidv7 } from 'uuid';

const KEY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A URL-safe random key without look-alike characters (G04): 11 characters, 64 bits. */
export function publicKey(length = 11): string {
  let key = '';
  while (key.length < length) {
    for (const byte of randomBytes(length)) {
      const letter = KEY_ALPHABET[byte & 63];
      if (letter !== undefined && key.length < length) key += letter;
    }
  }
  return key;
}
