import { ResolveSessionResponse } from '@hamkhan/contracts/http/auth';
import { CORRELATION_HEADER } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import { Injectable } from '@nestjs/common';
import { Upstreams } from '../proxy/upstreams.js';
import { keyOfToken, TokenCache, type Known } from './token-cache.domain.js';

const RESOLVE_MS = 5_000;
/** The form of a token; anything else is nobody's and need not be asked about. */
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

/** Knows who is behind a token (C28): from the cache, or by asking auth once however many calls wait for it. */
@Injectable()
export class IdentityService {
  private readonly cache = new TokenCache();
  private readonly asking = new Map<string, Promise<Known | null>>();

  constructor(
    private readonly upstreams: Upstreams,
    private readonly tokens: IdentityToken,
  ) {}

  /**
   * The one a token stands for; null where it is unknown or over.
   * @throws COMMON.UNAVAILABLE while auth can't be asked: nobody is let in unseen.
   */
  identify(token: string, correlationId: string): Known | null | Promise<Known | null> {
    if (!TOKEN.test(token)) return null;
    const key = keyOfToken(token);
    const known = this.cache.find(key);
    if (known) return known;
    const running = this.asking.get(key);
    if (running) return running;
    const asked = this.ask(key, token, correlationId).finally(() => {
      if (this.asking.get(key) === asked) this.asking.delete(key);
    });
    this.asking.set(key, asked);
    return asked;
  }

  /** Asks anew at the next call of this user. */
  forgetUser(userId: string): void {
    this.cache.forgetUser(userId);
    // An answer under way may be of before: calls from now on do not wait for it.
    this.asking.clear();
  }

  private async ask(key: string, token: string, correlationId: string): Promise<Known | null> {
    const { generation } = this.cache;
    const identity = await this.resolve(token, correlationId);
    if (!identity) return null;
    const known = { userId: identity.userId, header: this.tokens.sign(identity) };
    if (generation === this.cache.generation) this.cache.remember(key, known);
    return known;
  }

  private async resolve(token: string, correlationId: string): Promise<ResolveSessionResponse['identity']> {
    try {
      const { statusCode, body } = await this.upstreams.pool('auth', 'calls').request({
        method: 'POST',
        path: '/internal/sessions/resolve',
        headers: { 'content-type': 'application/json', [CORRELATION_HEADER]: correlationId },
        body: JSON.stringify({ token }),
        headersTimeout: RESOLVE_MS,
        bodyTimeout: RESOLVE_MS,
      });
      const answer = await body.json();
      if (statusCode !== 200) throw new Error(`auth answered ${statusCode}`);
      return ResolveSessionResponse.parse(answer).identity;
    } catch (cause) {
      throw new AppError('COMMON.UNAVAILABLE', { cause });
    }
  }
}
