import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new opaque token: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The stored form of a token. Unsalted: a token is random, and it is looked up by its hash. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
