import { createHmac, timingSafeEqual } from 'node:crypto';

/** Addresses signed in the same window are equal, so that bodies with them can be cached. */
const WINDOW_SECONDS = 300;

/** Number of the window of a time in milliseconds. */
export const windowOf = (now: number): number => Math.floor(now / 1_000 / WINDOW_SECONDS);

/** A document whose images are signed. A new epoch ends the addresses that were given out before. */
export type SignedDocument = { _id: string; addressEpoch?: number };

/**
 * Signs image addresses, because an <img> cannot send a bearer token (C35). A signature is issued with a page under the access rule, covers one
 * image of one document and is valid for 5 to 10 minutes, unless the document is unpublished before.
 */
export class ImageSigner {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = createHmac('sha256', secret).update('document image addresses').digest();
  }

  /** The query string of an image address in a window. */
  query(document: SignedDocument, name: string, window: number): string {
    const expires = (window + 2) * WINDOW_SECONDS;
    return `e=${expires}&s=${this.sign(document, name, expires)}`;
  }

  /** Whether a query has a valid signature for this image that has not expired. */
  isValid(
    document: SignedDocument,
    name: string,
    expires: unknown,
    signature: unknown,
    now: number,
  ): boolean {
    if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string')
      return false;
    if (Number(expires) * 1_000 <= now) return false;
    const given = Buffer.from(signature);
    const expected = Buffer.from(this.sign(document, name, Number(expires)));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private sign({ _id, addressEpoch = 0 }: SignedDocument, name: string, expires: number): string {
    const signed = `${_id}/${addressEpoch}/${name}/${expires}`;
    return createHmac('sha256', this.key).update(signed).digest('base64url');
  }
}

/** Expiry and signature of a signed address, unverified. */
export const signatureOf = ({ query }: { query: unknown }): { e?: unknown; s?: unknown } =>
  query as { e?: unknown; s?: unknown };
