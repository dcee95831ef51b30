import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { MAX_ZOOM, useZoom, type Zoom } from '../hooks/use-zoom.js';
import { safeImage } from '../lib/image-address.js';
import './image-dialog.css';

/** An image by its address, or with its details (RDR-IMAGE-01). It can be downloaded unless `downloadable` is false. */
export type ShownImage =
  | string
  | {
      url?: string;
      src?: string;
      name?: string;
      title?: string;
      caption?: string;
      description?: string;
      downloadable?: boolean;
    };

const ZOOM_STEP = 1.4;
const DOUBLE_CLICK_ZOOM = 2.5;

const detailsOf = (image: ShownImage) => {
  const details = typeof image === 'string' ? { src: image } : image;
  return {
    src: safeImage(details.url ?? details.src),
    name: details.name ?? details.title ?? '',
    text: details.caption ?? details.description ?? '',
    downloadable: details.downloadable !== false,
  };
};

const ImageTools = ({
  zoom,
  src,
  name,
  downloadable,
}: {
  zoom: Zoom;
  src: string;
  name: string;
  downloadable: boolean;
}) => {
  const { t } = useTranslation('reader');
  const { percent } = useFormat();
  return (
    <div className="image-view__tools">
      <IconButton
        icon="minus"
        label={t('image.out')}
        disabled={!zoom.isZoomed}
        onClick={() => zoom.zoomBy(1 / ZOOM_STEP)}
      />
      <output className="num">{percent(zoom.view.scale)}</output>
      <IconButton
        icon="add"
        label={t('image.in')}
        disabled={zoom.view.scale >= MAX_ZOOM}
        onClick={() => zoom.zoomBy(ZOOM_STEP)}
      />
      {downloadable ? (
        <a
          className="icon-btn"
          href={src}
          download={name || ''}
          aria-label={t('image.download')}
          title={t('image.download')}
        >
          <Icon name="download" />
        </a>
      ) : null}
    </div>
  );
};

/** A full-screen image: the wheel, buttons, a double click or two fingers zoom, dragging moves it. */
export const ImageDialog = ({ image, onClose }: { image: ShownImage; onClose: () => void }) => {
  const { t } = useTranslation('reader');
  const { src, name, text, downloadable } = detailsOf(image);
  const zoom = useZoom();
  const { view, isZoomed } = zoom;
  const [hasFailed, setFailed] = useState(false);
  const address = hasFailed ? null : src;
  return (
    <Dialog open onClose={onClose} title={name || t('picture.name')}>
      <div className="image-view">
        {address ? (
          <div
            className="image-view__frame"
            data-zoomed={isZoomed || undefined}
            {...zoom.gestures}
            onDoubleClick={() => (isZoomed ? zoom.reset() : zoom.zoomBy(DOUBLE_CLICK_ZOOM))}
          >
            <img
              src={address}
              alt={text || name || t('picture.name')}
              draggable={false}
              onError={() => setFailed(true)}
              style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            />
          </div>
        ) : (
          <p className="image-missing">
            <Icon name="image" />
            {t('picture.lost')}
          </p>
        )}
        {text ? (
          <p className="image-view__text" dir="auto">
            {text}
          </p>
        ) : null}
        {address ? <ImageTools zoom={zoom} src={address} name={name} downloadable={downloadable} /> : null}
      </div>
    </Dialog>
  );
};
