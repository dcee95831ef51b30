import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '@hamkhan/contracts/http/auth';
import type { CodePurpose } from '../../infra/sms/sms-sender.js';

/** What a code is good for, and nothing else. */
export type CodeBinding = { requestId: string; purpose: CodePurpose; mobile: string };

/** Six random digits; each is as likely as any other. */
export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** The key of codes: of the same secret as identities, yet worth nothing for them (RFC 5869). */
export const codeKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'hamkhan codes by sms', 32));

/** What is stored of a code. Without the key, a million guesses would find it. */
export const macOfCode = (key: Buffer, { requestId, purpose, mobile }: CodeBinding, code: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([requestId, purpose, mobile, code]))
    .digest('base64url');

export function isSameMac(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
