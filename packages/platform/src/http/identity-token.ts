import { createHmac, timingSafeEqual } from 'node:crypto';
import { Identity } from '@hamkhan/contracts/identity';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Longer than the gateway caches a header (30 s), short enough to limit the use of a stolen one. */
export const IDENTITY_TTL_SECONDS = 60;

const Payload = z.object({ exp: z.number().int(), identity: Identity });
const MAX_CACHED = 5_000;

/** Signs identities (gateway) and verifies them (services): HMAC-SHA-256 over the payload, base64url. */
export class IdentityToken {
  private readonly verified = new LRUCache<string, z.infer<typeof Payload>>({ max: MAX_CACHED });

  constructor(private readonly secret: string) {}

  sign(identity: Identity, now: number = Date.now()): string {
    const payload = { exp: Math.floor(now / 1_000) + IDENTITY_TTL_SECONDS, identity };
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${body}.${this.mac(body)}`;
  }

  /** The identity in a header, or null when it is forged, malformed or expired. */
  verify(header: string, now: number = Date.now()): Identity | null {
    const payload = this.verified.get(header) ?? this.check(header);
    if (!payload) return null;
    if (payload.exp * 1_000 <= now) {
      this.verified.delete(header);
      return null;
    }
    return payload.identity;
  }

  private check(header: string): z.infer<typeof Payload> | null {
    const dot = header.lastIndexOf('.');
    if (dot < 0) return null;
    const body = header.slice(0, dot);
    const given = Buffer.from(header.slice(dot + 1));
    const expected = Buffer.from(this.mac(body));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const parsed = Payload.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
    if (!parsed.success) return null;
    this.verified.set(header, parsed.data);
    return parsed.data;
  }

  private mac(body: string): string {
    return createHmac('sha256', this.secret).update(body).digest('base64url');
  }
}
