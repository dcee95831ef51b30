import { describe, expect, it } from '@jest/globals';
import { ImageSigner, windowOf } from '../page/image-signature.domain.js';
import { pictureNameAt, withPictureAddresses } from './page-pictures.domain.js';

const document = { _id: 'd1', key: 'k1' };
const NAME = `${'a'.repeat(64)}.png`;

describe('images of a page', () => {
  it('are identified by their address with any query', () => {
    const addresses = [
      `/api/document/image/k1/${NAME}/?e=1&s=x`,
      `/api/document/image/d1/${NAME}/#x`,
      `/api/document/image/k1/${NAME}?e=1&s=x`,
    ];
    for (const address of addresses) expect(pictureNameAt(document, address)).toBe(NAME);
  });

  it.each([
    `/api/document/image/k2/${NAME}`,
    `https://elsewhere.example/api/document/image/k1/${NAME}`,
    `/api/document/image/k1/../k2/${NAME}`,
    `/api/document/image/k1/${NAME}//`,
    `/api/document/image/k1/${NAME}/x`,
    `/api/document/image//k1/${NAME}`,
    '/api/document/image/k1/a.png',
    `/api/document/audio/k1/${'a'.repeat(64)}.mp3`,
    `images/d1/${NAME}`,
    'javascript:alert(1)',
    '',
  ])('are not %s', (address) => {
    expect(pictureNameAt(document, address)).toBeNull();
  });

  it('have signed addresses if they belong to the document, and none otherwise', () => {
    const signer = new ImageSigner('secret');
    const now = Date.now();
    const figure = { id: 'f', type: 'figure' as const, content: '' };
    const items = withPictureAddresses(
      document,
      [
        { ...figure, src: `images/d1/${NAME}` },
        { ...figure, src: `images/d2/${NAME}` },
        { id: 'm', type: 'math', content: 'x', src: `images/d1/${NAME}` },
        { id: 't', type: 'text', content: 'x' },
      ],
      signer,
      now,
    );
    const address = `/api/document/image/k1/${NAME}/?${signer.query({ _id: 'd1' }, NAME, windowOf(now))}`;
    expect(items).toMatchObject([{ src: address }, { src: '' }, { src: address }, { type: 'text' }]);
    expect(pictureNameAt(document, address)).toBe(NAME);
  });
});
