import { createHmac, timingSafeEqual } from 'node:crypto';

/** Addresses that were signed in the same window are the same, so that answers which hold them can be kept. */
const WINDOW_SECONDS = 300;

/** The number of the window a moment lies in. */
export const windowOf = (now: number): number => Math.floor(now / 1_000 / WINDOW_SECONDS);

/**
 * Signs image addresses, because an <img> can't send a bearer token (C35). A signature is given with the page it belongs to, under the
 * access rule; it is bound to one image of one document and is good for 5 to 10 minutes.
 */
export class ImageSigner {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = createHmac('sha256', secret).update('document image addresses').digest();
  }

  /** The query of an image's address, for answers made in this window. */
  query(documentId: string, name: string, window: number): string {
    const expires = (window + 2) * WINDOW_SECONDS;
    return `e=${expires}&s=${this.sign(documentId, name, expires)}`;
  }

  /** Whether a query was signed by us for this image and is not over. */
  isValid(documentId: string, name: string, expires: unknown, signature: unknown, now: number): boolean {
    if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string')
      return false;
    if (Number(expires) * 1_000 <= now) return false;
    const given = Buffer.from(signature);
    const expected = Buffer.from(this.sign(documentId, name, Number(expires)));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private sign(documentId: string, name: string, expires: number): string {
    return createHmac('sha256', this.key).update(`${documentId}/${name}/${expires}`).digest('base64url');
  }
}

/** Expiry and signature of a signed address, unverified. */
export const signatureOf = ({ query }: { query: unknown }): { e?: unknown; s?: unknown } =>
  query as { e?: unknown; s?: unknown };
