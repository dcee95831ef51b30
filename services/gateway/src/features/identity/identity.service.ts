import { ResolveSessionResponse } from '@hamkhan/contracts/http/auth';
import { CORRELATION_HEADER } from '@hamkhan/contracts/identity';
import { resolveSessionRoute } from '@hamkhan/contracts/routes/sessions';
import { AppError } from '@hamkhan/platform/app-error';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import { Injectable } from '@nestjs/common';
import { Upstreams } from '../upstreams/upstreams.js';
import { keyOfToken, TokenCache, type CachedIdentity } from './token-cache.js';

const RESOLVE_TIMEOUT_MS = 5_000;
/** The format of tokens; anything else is rejected without a call to auth. */
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

/** Resolves tokens (C28) from the cache or with a call to auth; concurrent requests share one call. */
@Injectable()
export class IdentityService {
  private readonly cache = new TokenCache();
  private readonly pending = new Map<string, Promise<CachedIdentity | null>>();

  constructor(
    private readonly upstreams: Upstreams,
    private readonly tokens: IdentityToken,
  ) {}

  /**
   * The identity of a token, or null when it is unknown or expired.
   * @throws COMMON.UNAVAILABLE when auth is unreachable and the token is not cached.
   */
  resolve(token: string, correlationId: string): CachedIdentity | null | Promise<CachedIdentity | null> {
    if (!TOKEN.test(token)) return null;
    const key = keyOfToken(token);
    const cached = this.cache.get(key);
    if (cached) return cached;
    const running = this.pending.get(key);
    if (running) return running;
    const started = this.fetch(key, token, correlationId).finally(() => {
      if (this.pending.get(key) === started) this.pending.delete(key);
    });
    this.pending.set(key, started);
    return started;
  }

  /** Drops the cached tokens of a user. */
  invalidateUser(userId: string): void {
    this.cache.invalidateUser(userId);
    // Responses of calls that already started may be stale; new requests start their own.
    this.pending.clear();
  }

  private async fetch(key: string, token: string, correlationId: string): Promise<CachedIdentity | null> {
    const { generation } = this.cache;
    const identity = await this.callAuth(token, correlationId);
    if (!identity) return null;
    const { userId, impersonatedBy } = identity;
    const resolved = { userId, impersonatedBy, header: this.tokens.sign(identity) };
    if (generation === this.cache.generation) this.cache.set(key, resolved);
    return resolved;
  }

  private async callAuth(token: string, correlationId: string): Promise<ResolveSessionResponse['identity']> {
    try {
      const { statusCode, body } = await this.upstreams.identities.request({
        method: resolveSessionRoute.method,
        path: resolveSessionRoute.path,
        headers: { 'content-type': 'application/json', [CORRELATION_HEADER]: correlationId },
        body: JSON.stringify({ token }),
        headersTimeout: RESOLVE_TIMEOUT_MS,
        bodyTimeout: RESOLVE_TIMEOUT_MS,
      });
      const response = await body.json();
      if (statusCode !== 200) throw new Error(`auth returned ${statusCode}`);
      return ResolveSessionResponse.parse(response).identity;
    } catch (cause) {
      throw new AppError('COMMON.UNAVAILABLE', { cause });
    }
  }
}
