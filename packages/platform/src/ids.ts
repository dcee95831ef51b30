import { randomBytes } from 'node:crypto';

/** UUID v7 (RFC 9562): sortable by time, so that an outbox read by id is read in order. */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

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
