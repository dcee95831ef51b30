import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** The owner of a token, and the signed identity header for the services. */
export type CachedIdentity = {
  readonly userId: string;
  readonly header: string;
  /** The administrator who acts as the user. */
  readonly impersonatedBy?: string | null;
};

/** How long a resolved token is cached (C28). Events and account changes invalidate it earlier. */
export const CACHE_MS = 30_000;
const MAX_ENTRIES = 20_000;

/** Tokens are cached by hash, so that a memory dump contains none. */
export const keyOfToken = (token: string): string => hash('sha256', token, 'base64url');

/** Recently resolved tokens, with an index by user for invalidation. */
export class TokenCache {
  private readonly entries: LRUCache<string, CachedIdentity>;
  private readonly keysByUser = new Map<string, Set<string>>();
  private invalidations = 0;

  constructor(max: number = MAX_ENTRIES) {
    this.entries = new LRUCache({
      max,
      ttl: CACHE_MS,
      ttlResolution: 0,
      dispose: ({ userId }, key) => this.removeFromIndex(userId, key),
    });
  }

  /** Grows with each invalidation. A response requested under an older generation may be stale. */
  get generation(): number {
    return this.invalidations;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: string): CachedIdentity | undefined {
    return this.entries.get(key);
  }

  set(key: string, identity: CachedIdentity): void {
    this.entries.set(key, identity);
    const keys = this.keysByUser.get(identity.userId) ?? new Set();
    this.keysByUser.set(identity.userId, keys.add(key));
  }

  /** Removes every token of a user: an ended session changes the rights of the others (C06). */
  invalidateUser(userId: string): void {
    this.invalidations += 1;
    for (const key of [...(this.keysByUser.get(userId) ?? [])]) this.entries.delete(key);
  }

  private removeFromIndex(userId: string, key: string): void {
    const keys = this.keysByUser.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) this.keysByUser.delete(userId);
  }
}
