import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '@hamkhan/contracts/http/auth';
import type { CodePurpose } from '../../infra/sms/sms-sender.js';

/** The request, purpose and mobile number that a code is valid for. */
export type CodeBinding = { requestId: string; purpose: CodePurpose; mobile: string };

/** Six uniformly random digits. */
export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Derives the HMAC key of codes from the identity secret; it cannot sign identities (HKDF, RFC 5869). */
export const codeKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'hamkhan codes by sms', 32));

/** The stored form of a code. A plain hash could be found with a million guesses; the HMAC needs the key. */
export const codeMac = (key: Buffer, { requestId, purpose, mobile }: CodeBinding, code: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([requestId, purpose, mobile, code]))
    .digest('base64url');

export function isSameMac(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
