import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after now whose code is accepted: clocks differ, and typing takes time. */
const TOLERANCE = 1;
/** RFC 4226 recommends the length of the hash, SHA-1. */
const SECRET_BYTES = 20;

/** Base32 without padding (RFC 4648), as authenticators expect a secret. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The number of the time step of a moment in milliseconds (RFC 6238). */
export const stepOf = (now: number): number => Math.floor(now / 1_000 / STEP_SECONDS);

/** The code of a time step (RFC 4226 with SHA-1, which all authenticators know). */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const value = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

/** The time step of a code that is valid now, or null. A code of a step up to `lastStep` was used already. */
export function matchingStep(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  const current = stepOf(now);
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    if (step > lastStep && isEqual(codeAt(secret, step), code)) return step;
  }
  return null;
}

/** The address that an authenticator reads from a QR code or opens as a link (Key URI Format). */
export function otpauthUri(issuer: string, account: string, secret: Uint8Array): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
