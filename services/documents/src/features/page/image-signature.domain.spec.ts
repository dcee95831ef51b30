import { describe, expect, it } from '@jest/globals';
import { ImageSigner, windowOf, type SignedDocument } from './image-signature.domain.js';

const signer = new ImageSigner('a secret of at least thirty-two letters');
const now = Date.UTC(2026, 0, 1, 12, 3, 0);
const D: SignedDocument = { _id: 'd' };
const parse = (query: string) => new URLSearchParams(query);
const check = (query: string, at = now, document = D, name = 'n.png'): boolean => {
  const params = parse(query);
  return signer.isValid(document, name, params.get('e'), params.get('s'), at);
};

describe('image signatures (C35)', () => {
  it('are equal within a window and valid for five to ten minutes', () => {
    const query = signer.query(D, 'n.png', windowOf(now));
    expect(signer.query(D, 'n.png', windowOf(now + 60_000))).toBe(query);
    const lifetime = Number(parse(query).get('e')) * 1_000 - now;
    expect(lifetime).toBeGreaterThanOrEqual(5 * 60_000);
    expect(lifetime).toBeLessThanOrEqual(10 * 60_000);
    expect(check(query)).toBe(true);
    expect(check(query, now + lifetime - 1)).toBe(true);
    expect(check(query, now + lifetime)).toBe(false);
  });

  it('cover one image of one document and an expiry time', () => {
    const query = signer.query(D, 'n.png', windowOf(now));
    expect(check(query, now, { _id: 'other' })).toBe(false);
    expect(check(query, now, D, 'other.png')).toBe(false);
    expect(check(query.replace(/e=\d+/, 'e=99999999999'))).toBe(false);
    expect(check(`${query}x`)).toBe(false);
    expect(check('')).toBe(false);
    expect(new ImageSigner('another secret of thirty-two letters').query(D, 'n.png', windowOf(now))).not.toBe(
      query,
    );
  });

  it('end with a new epoch of the document', () => {
    const query = signer.query({ _id: 'd', addressEpoch: 1 }, 'n.png', windowOf(now));
    expect(check(query, now, { _id: 'd', addressEpoch: 1 })).toBe(true);
    expect(check(query, now, { _id: 'd', addressEpoch: 2 })).toBe(false);
    expect(check(query, now)).toBe(false);
  });
});
