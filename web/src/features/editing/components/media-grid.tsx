import type { MediaFile } from '@hamkhan/contracts/http/media';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { extensionOf } from '../lib/media-files.js';

/** The address of an image on this site; null for any other address in a response. */
const sameOriginAddress = (file: string): string | null => {
  if (!URL.canParse(file, window.location.origin)) return null;
  const url = new URL(file, window.location.origin);
  return url.origin === window.location.origin && /^https?:$/.test(url.protocol) ? file : null;
};

const Thumbnail = ({ file }: { file: MediaFile }) => {
  const address = sameOriginAddress(file.file);
  return file.type === 'image' && address && extensionOf(file.name) !== 'svg' ? (
    <img src={address} alt="" loading="lazy" decoding="async" />
  ) : (
    <Icon name={file.type === 'video' ? 'play' : 'image'} size="l" />
  );
};

type MediaActions = { onChoose: (file: MediaFile) => void; onRemove: (file: MediaFile) => void };

/** One file; an image can be chosen. */
const MediaCard = ({ file, onChoose, onRemove }: MediaActions & { file: MediaFile }) => {
  const { t } = useTranslation('editing');
  const { fileSize } = useFormat();
  return (
    <li className="media-card">
      {file.type === 'image' ? (
        <button
          type="button"
          className="media-card__picture"
          aria-label={t('media.choose', { name: file.name })}
          onClick={() => onChoose(file)}
        >
          <Thumbnail file={file} />
        </button>
      ) : (
        <span className="media-card__picture">
          <Thumbnail file={file} />
        </span>
      )}
      <div className="media-card__foot">
        <span className="grow">
          <bdi className="cut media-card__name" title={file.name}>
            {file.name}
          </bdi>
          <span className="tiny faint">{fileSize(file.size)}</span>
        </span>
        <IconButton
          icon="trash"
          label={t('media.removeOf', { name: file.name })}
          onClick={() => onRemove(file)}
        />
      </div>
    </li>
  );
};

export const MediaGrid = ({ files, ...actions }: MediaActions & { files: readonly MediaFile[] }) => (
  <ul className="media-grid">
    {files.map((file) => (
      <MediaCard key={file.id} file={file} {...actions} />
    ))}
  </ul>
);

export const MediaGridSkeleton = () => {
  const { t } = useTranslation();
  return (
    <ul className="media-grid" aria-busy="true" aria-label={t('loading')}>
      {[1, 2, 3, 4].map((card) => (
        <li key={card}>
          <Skeleton width="100%" height="8rem" round="m" />
        </li>
      ))}
    </ul>
  );
};
