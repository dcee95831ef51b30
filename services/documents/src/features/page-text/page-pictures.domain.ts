import type { ContentItem } from '@hamkhan/contracts/content';
import type { DocumentRow } from '../document/document.schema.js';
import { imageNameOf, imagePath, isImageName } from '../page/image-name.domain.js';
import { windowOf, type ImageSigner } from '../page/image-signature.domain.js';

type Named = Pick<DocumentRow, '_id' | 'key' | 'addressEpoch'>;

/** The name of the image at an address, as pages and media lists contain it; null for an address of another document. */
export function pictureNameAt(document: Named, address: string): string | null {
  const path = `${(address.split(/[?#]/, 1)[0] ?? '').replace(/\/$/, '')}/`;
  const name = path.split('/').at(-2) ?? '';
  const isHere = [document.key, document._id].some((named) => path === imagePath(named, name));
  return isHere && isImageName(name) ? name : null;
}

/** Items with signed addresses in place of object keys, as in a delivered page (C35). */
export function withPictureAddresses(
  document: Named,
  items: readonly ContentItem[],
  signer: ImageSigner,
  now: number = Date.now(),
): ContentItem[] {
  const address = (objectKey: string | undefined): string | undefined => {
    const name = imageNameOf(document._id, objectKey);
    if (name === null) return undefined;
    return `${imagePath(document.key, name)}?${signer.query(document, name, windowOf(now))}`;
  };
  return items.map((item) => {
    if (item.type === 'figure') return { ...item, src: address(item.src) ?? '' };
    if (item.type === 'math' && item.src !== undefined) return { ...item, src: address(item.src) };
    return item;
  });
}
