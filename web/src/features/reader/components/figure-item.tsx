import type { BoundingBox } from '@hamkhan/contracts/content';
import { parseInline } from '@hamkhan/contracts/inline/parse-inline';
import { plainText } from '@hamkhan/contracts/inline/inline-node';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/icon.js';
import { safeImage } from '../lib/image-address.js';
import type { ItemOf } from '../lib/item-of.js';
import type { PageSize } from '../lib/page-size.js';
import { InlineText } from './inline-text.js';

/** Sizes of loaded images by address without query, so that a page shown again does not shift. */
const knownSizes = new Map<string, PageSize>();

const withoutQuery = (src: string): string => src.split('?')[0] ?? src;

/** The size of an image before it loads: from its box on the page (a point is about a pixel on the sheet), else from an earlier load. */
const expectedSize = (src: string, bbox: BoundingBox | undefined, page: PageSize | null): PageSize | null => {
  if (!bbox || !page) return knownSizes.get(withoutQuery(src)) ?? null;
  const width = Math.round((bbox[2] - bbox[0]) * page.width);
  const height = Math.round((bbox[3] - bbox[1]) * page.height);
  return width > 0 && height > 0 ? { width, height } : null;
};

type PageImageProps = {
  src: string;
  alt: string;
  bbox: BoundingBox | undefined;
  page: PageSize | null;
  /** Requests new addresses: an address is signed for some minutes only. */
  onLost: () => void;
};

/** An image that reserves its space while it loads, and shows a message when it fails. */
export const PageImage = ({ src, alt, bbox, page, onLost }: PageImageProps) => {
  const { t } = useTranslation('reader');
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const address = safeImage(src);
  if (!address || failedSrc === src) {
    return (
      <span className="image-missing">
        <Icon name="image" />
        <span>
          {t('picture.lost')}
          {alt ? <bdi> {alt}</bdi> : null}
        </span>
      </span>
    );
  }
  const size = expectedSize(src, bbox, page);
  return (
    <img
      src={address}
      alt={alt}
      width={size?.width}
      height={size?.height}
      loading="lazy"
      decoding="async"
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
        if (width > 0 && height > 0) knownSizes.set(withoutQuery(src), { width, height });
      }}
      onError={() => {
        setFailedSrc(src);
        onLost();
      }}
    />
  );
};

type ItemProps<T> = { item: T; page: PageSize | null; onLost: () => void };

export const Figure = ({ item, page, onLost }: ItemProps<ItemOf<'figure'>>) => {
  const { t } = useTranslation('reader');
  const caption = parseInline(item.caption ?? '');
  const alt = plainText(parseInline(item.description || item.content || item.caption || ''));
  return (
    <figure>
      <PageImage src={item.src} alt={alt || t('picture.name')} bbox={item.bbox} page={page} onLost={onLost} />
      {caption.length > 0 ? (
        <figcaption dir="auto" data-place="caption">
          <InlineText nodes={caption} />
        </figcaption>
      ) : null}
    </figure>
  );
};

/** A formula stored as an image; its alternative text is the formula as far as it was recognised. */
export const MathImage = ({ item, page, onLost }: ItemProps<ItemOf<'math'> & { src: string }>) => {
  const { t } = useTranslation('reader');
  return (
    <figure className="math-image">
      <PageImage
        src={item.src}
        alt={item.content || t('picture.formula')}
        bbox={item.bbox}
        page={page}
        onLost={onLost}
      />
    </figure>
  );
};
