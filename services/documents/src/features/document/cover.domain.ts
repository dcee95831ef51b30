import type { EventData } from '@hamkhan/contracts/events/registry';
import { imageNameOf, imagePath } from '../page/image-name.domain.js';
import { windowOf, type ImageSigner } from '../page/image-signature.domain.js';
import type { CoverRow, DocumentRow } from './document.schema.js';

/** Width of a cover in a list on a high-density screen, in pixels. */
const SMALL_WIDTH = 300;

/** Chooses the cover among the images of a page, narrowest first. */
export function coverFrom(
  pictures: EventData<'pipeline.page.rendered'>['pictures'],
  version: number,
): CoverRow {
  const wide = pictures.at(-1)?.key ?? '';
  return { wide, small: pictures.find(({ width }) => width >= SMALL_WIDTH)?.key ?? wide, version };
}

/** Whether an image is the cover, which is visible to everyone who can see the document. */
export const isOnCover = ({ _id, cover }: Pick<DocumentRow, '_id' | 'cover'>, name: string): boolean =>
  [cover?.wide, cover?.small].some((objectKey) => imageNameOf(_id, objectKey) === name);

/** Addresses of a document's cover, signed because an <img> sends no bearer token (C35). */
export function coverAddresses(
  document: Pick<DocumentRow, '_id' | 'key' | 'cover' | 'addressEpoch'>,
  signer: ImageSigner,
  now: number = Date.now(),
): { cover: string | null; cover_thumbnail: string | null } {
  const { _id, key, cover } = document;
  const address = (objectKey: string | undefined): string | null => {
    const name = imageNameOf(_id, objectKey);
    return name && `${imagePath(key, name)}?${signer.query(document, name, windowOf(now))}`;
  };
  return { cover: address(cover?.wide), cover_thumbnail: address(cover?.small) };
}
