import { type PointerEvent, useRef, useState, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { safeImage } from '../lib/image-address.js';
import './image-dialog.css';

/** A picture by its address, or with what is known of it (RDR-IMAGE-01). It may be saved unless `downloadable` is false. */
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

const MOST = 6;
const STEP = 1.4;

type View = { scale: number; x: number; y: number };
const WHOLE: View = { scale: 1, x: 0, y: 0 };

const partsOf = (image: ShownImage) => {
  const one = typeof image === 'string' ? { src: image } : image;
  return {
    src: safeImage(one.url ?? one.src),
    name: one.name ?? one.title ?? '',
    text: one.caption ?? one.description ?? '',
    downloadable: one.downloadable !== false,
  };
};

/** A picture over the whole screen: wheel, keys, buttons or two fingers bring it nearer, dragging moves it. */
export const ImageDialog = ({ image, onClose }: { image: ShownImage; onClose: () => void }) => {
  const { t } = useTranslation('reader');
  const { percent } = useFormat();
  const { src, name, text, downloadable } = partsOf(image);
  const [view, setView] = useState<View>(WHOLE);
  const [lost, setLost] = useState(false);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const stretch = useRef<{ distance: number; scale: number } | null>(null);

  const zoom = (by: number) =>
    setView((now) => {
      const scale = Math.min(MOST, Math.max(1, now.scale * by));
      return scale === 1 ? WHOLE : { scale, x: (now.x * scale) / now.scale, y: (now.y * scale) / now.scale };
    });
  const onWheel = (event: WheelEvent) => zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
  const distance = (): number | null => {
    const [one, two] = [...fingers.current.values()];
    return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : null;
  };
  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const apart = distance();
    stretch.current = apart === null ? null : { distance: apart, scale: view.scale };
  };
  const onMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const apart = distance();
    const start = stretch.current;
    if (apart !== null && start) {
      const scale = Math.min(MOST, Math.max(1, (start.scale * apart) / start.distance));
      setView((now) => (scale === 1 ? WHOLE : { ...now, scale }));
    } else setView((now) => (now.scale === 1 ? now : { ...now, x: now.x + dx, y: now.y + dy }));
  };
  const onUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    stretch.current = null;
  };
  const isNear = view.scale > 1;

  return (
    <Dialog open onClose={onClose} title={name || t('picture.name')}>
      <div className="image-view">
        {src && !lost ? (
          <div
            className="image-view__frame"
            data-near={isNear || undefined}
            onWheel={onWheel}
            onPointerDown={onDown}
            onPointerMove={onMove}
            onPointerUp={onUp}
            onPointerCancel={onUp}
            onDoubleClick={() => (isNear ? setView(WHOLE) : zoom(2.5))}
          >
            <img
              src={src}
              alt={text || name || t('picture.name')}
              draggable={false}
              onError={() => setLost(true)}
              style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            />
          </div>
        ) : (
          <p className="picture-lost">
            <Icon name="image" />
            {t('picture.lost')}
          </p>
        )}
        {text ? (
          <p className="image-view__text" dir="auto">
            {text}
          </p>
        ) : null}
        {src && !lost ? (
          <div className="image-view__tools">
            <IconButton
              icon="minus"
              label={t('image.out')}
              disabled={!isNear}
              onClick={() => zoom(1 / STEP)}
            />
            <output className="num">{percent(view.scale)}</output>
            <IconButton
              icon="add"
              label={t('image.in')}
              disabled={view.scale >= MOST}
              onClick={() => zoom(STEP)}
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
        ) : null}
      </div>
    </Dialog>
  );
};
