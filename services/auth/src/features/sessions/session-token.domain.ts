import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new opaque token: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored of a token. No salt: it is random already, and it must be found by its hash. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
