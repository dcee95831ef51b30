import { hash } from 'node:crypto';

/** Someone known by a token: the signed header that says so to the services. */
export type Known = { readonly userId: string; readonly header: string };
type Entry = Known & { readonly until: number };

/** How long a token is believed without asking (decision C28); ended sessions are forgotten at once through their event. */
export const CACHE_MS = 30_000;
const MAX_ENTRIES = 20_000;

export const keyOfToken = (token: string): string => hash('sha256', token, 'base64url');

/** Who was behind a token a moment ago, by the token's hash. */
export class TokenCache {
  private readonly entries = new Map<string, Entry>();
  private readonly keysOfUser = new Map<string, Set<string>>();
  private forgotten = 0;

  constructor(private readonly maxEntries: number = MAX_ENTRIES) {}

  /** Grows each time something is forgotten. What was asked before that may be stale when it is answered. */
  get generation(): number {
    return this.forgotten;
  }

  get size(): number {
    return this.entries.size;
  }

  find(key: string, now: number = Date.now()): Known | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (entry.until > now) return entry;
    this.remove(key, entry);
    return undefined;
  }

  remember(key: string, known: Known, now: number = Date.now()): void {
    const before = this.entries.get(key);
    if (before) this.remove(key, before);
    for (const [oldKey, old] of this.entries) {
      if (this.entries.size < this.maxEntries && old.until > now) break;
      this.remove(oldKey, old);
    }
    this.entries.set(key, { ...known, until: now + CACHE_MS });
    const keys = this.keysOfUser.get(known.userId) ?? new Set();
    this.keysOfUser.set(known.userId, keys.add(key));
  }

  /** Forgets every token of a user: an ended session changes what the others may (C06). */
  forgetUser(userId: string): void {
    this.forgotten += 1;
    for (const key of this.keysOfUser.get(userId) ?? []) this.entries.delete(key);
    this.keysOfUser.delete(userId);
  }

  private remove(key: string, { userId }: Known): void {
    this.entries.delete(key);
    const keys = this.keysOfUser.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) this.keysOfUser.delete(userId);
  }
}
