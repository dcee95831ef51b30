import { describe, expect, it } from '@jest/globals';
import { ImageSigner } from '../page/image-signature.domain.js';
import { coverAddresses, coverFrom, isOnCover } from './cover.domain.js';

const [SMALL, MIDDLE, WIDE] = ['aa', 'bb', 'cc'].map((pair) => `${pair.repeat(32)}.webp`);
const picture = (name: string | undefined, width: number) => ({
  key: `images/d1/${name ?? ''}`,
  width,
  height: width * 2,
});
const signer = new ImageSigner('a secret of at least thirty-two letters');
const now = Date.UTC(2026, 0, 1);

describe('the cover of a document', () => {
  it('uses the widest image, and the narrowest one that is sharp in a list [RDR-READER-30]', () => {
    const cover = coverFrom([picture(SMALL, 100), picture(MIDDLE, 320), picture(WIDE, 1400)], 7);
    expect(cover).toEqual({
      wide: `images/d1/${WIDE ?? ''}`,
      small: `images/d1/${MIDDLE ?? ''}`,
      version: 7,
    });
    const { cover: wide, cover_thumbnail: small } = coverAddresses(
      { _id: 'd1', key: 'KEY', cover },
      signer,
      now,
    );
    expect(wide).toMatch(new RegExp(`^/api/document/image/KEY/${WIDE ?? ''}/\\?e=\\d+&s=`));
    const query = new URLSearchParams(small?.split('?')[1]);
    expect(isOnCover({ _id: 'd1', cover }, MIDDLE ?? '')).toBe(true);
    expect(isOnCover({ _id: 'd1', cover }, SMALL ?? '')).toBe(false);
    expect(signer.isValid({ _id: 'd1' }, MIDDLE ?? '', query.get('e'), query.get('s'), now)).toBe(true);
  });

  it('uses the widest image if all are narrow', () => {
    expect(coverFrom([picture(SMALL, 100)], 1)).toMatchObject({ small: `images/d1/${SMALL ?? ''}` });
  });

  it('has no address before it is rendered, nor for an object of another document', () => {
    const none = { cover: null, cover_thumbnail: null };
    expect(coverAddresses({ _id: 'd1', key: 'KEY', cover: null }, signer, now)).toEqual(none);
    const foreign = coverFrom([picture(SMALL, 400)], 1);
    expect(coverAddresses({ _id: 'd2', key: 'KEY', cover: foreign }, signer, now)).toEqual(none);
  });
});
