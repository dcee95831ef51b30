import type { BoundingBox } from '@hamkhan/contracts/content';
import { parseInline, plainText } from '@hamkhan/contracts/inline-markdown';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/icon.js';
import { safeImage } from '../lib/image-address.js';
import type { ItemOf } from '../lib/item-of.js';
import { InlineText } from './inline-text.js';

export type PageSize = { width: number; height: number };

/** Shapes of pictures that were seen, by their name, so that a page that is turned back to does not move. */
const seenShapes = new Map<string, PageSize>();

const nameOf = (src: string): string => src.split('?')[0] ?? src;

/** Width and height of a picture before it is there: a point of the page is a pixel, as a sheet is about as wide as a page; else as seen before. */
const shapeOf = (src: string, bbox: BoundingBox | undefined, page: PageSize | null): PageSize | null => {
  if (!bbox || !page) return seenShapes.get(nameOf(src)) ?? null;
  const width = Math.round((bbox[2] - bbox[0]) * page.width);
  const height = Math.round((bbox[3] - bbox[1]) * page.height);
  return width > 0 && height > 0 ? { width, height } : null;
};

type PictureProps = {
  src: string;
  alt: string;
  bbox: BoundingBox | undefined;
  page: PageSize | null;
  /** Asks for new addresses; the old ones are signed for some minutes only. */
  onLost: () => void;
};

/** A picture that keeps its room while it comes, and says so when it does not. */
export const Picture = ({ src, alt, bbox, page, onLost }: PictureProps) => {
  const { t } = useTranslation('reader');
  const [lost, setLost] = useState<string | null>(null);
  const address = safeImage(src);
  if (!address || lost === src) {
    return (
      <span className="picture-lost">
        <Icon name="image" />
        <span>
          {t('picture.lost')}
          {alt ? <bdi> {alt}</bdi> : null}
        </span>
      </span>
    );
  }
  const shape = shapeOf(src, bbox, page);
  return (
    <img
      src={address}
      alt={alt}
      width={shape?.width}
      height={shape?.height}
      loading="lazy"
      decoding="async"
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
        if (width > 0 && height > 0) seenShapes.set(nameOf(src), { width, height });
      }}
      onError={() => {
        setLost(src);
        onLost();
      }}
    />
  );
};

type Item<T> = { item: T; page: PageSize | null; onLost: () => void };

export const Figure = ({ item, page, onLost }: Item<ItemOf<'figure'>>) => {
  const { t } = useTranslation('reader');
  const caption = parseInline(item.caption ?? '');
  const alt = plainText(parseInline(item.description || item.content || item.caption || ''));
  return (
    <figure>
      <Picture src={item.src} alt={alt || t('picture.name')} bbox={item.bbox} page={page} onLost={onLost} />
      {caption.length > 0 ? (
        <figcaption dir="auto" data-place="caption">
          <InlineText nodes={caption} />
        </figcaption>
      ) : null}
    </figure>
  );
};

/** A formula that was kept as a picture; its text, as far as it could be read, is its name. */
export const MathPicture = ({ item, page, onLost }: Item<ItemOf<'math'> & { src: string }>) => {
  const { t } = useTranslation('reader');
  return (
    <figure className="math-picture">
      <Picture
        src={item.src}
        alt={item.content || t('picture.formula')}
        bbox={item.bbox}
        page={page}
        onLost={onLost}
      />
    </figure>
  );
};
