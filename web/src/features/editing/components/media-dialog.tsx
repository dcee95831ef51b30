import { MEDIA_TYPES, type MediaFile, type MediaType } from '@hamkhan/contracts/http/media';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { Meter } from '../../../shared/ui/meter.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { EmptyState } from '../../../shared/ui/state-block.js';
import { textsInBody, useMedia } from '../api/media.js';
import { type MediaUpload, useMediaUpload } from '../hooks/use-media-upload.js';
import { acceptOf } from '../lib/media-files.js';
import { MediaGrid, MediaGridSkeleton } from './media-grid.js';
import { RemoveMediaDialog } from './remove-media-dialog.js';
import './media-dialog.css';

const MediaTools = ({
  type,
  onType,
  uploading: { upload, send },
}: {
  type: MediaType;
  onType: (type: MediaType) => void;
  uploading: MediaUpload;
}) => {
  const { t } = useTranslation('editing');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="media__tools">
      <Segmented
        label={t('media.type')}
        value={type}
        options={MEDIA_TYPES.map((value) => ({ value, label: t(`media.types.${value}`) }))}
        onChange={onType}
      />
      <span className="grow" />
      <Button look="main" icon="upload" disabled={upload !== null} onClick={() => picker.current?.click()}>
        {t('media.upload')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('media.upload')}
        accept={acceptOf(type)}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void send(file);
        }}
      />
    </div>
  );
};

/** The server's whole response to a failed upload, whatever its shape (RDR-MEDIA-08). */
const UploadFailure = ({ failure }: { failure: unknown }) => {
  const { t } = useTranslation('editing');
  const { t: te } = useTranslation('errors');
  const texts =
    failure instanceof ApiError && failure.status > 0 ? textsInBody(failure.body) : [errorText(failure, te)];
  return (
    <Notice tone="alert" live>
      <p>{t('media.uploadFailed')}</p>
      {texts.map((text) => (
        <p key={text} className="own-dir">
          {text}
        </p>
      ))}
    </Notice>
  );
};

/** The progress of the upload, or why it was refused or failed. */
const UploadState = ({
  type,
  uploading: { upload, refusal, failure },
}: {
  type: MediaType;
  uploading: MediaUpload;
}) => {
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { percent } = useFormat();
  return (
    <>
      {upload ? (
        <div className="media__upload" role="status">
          <bdi className="cut grow">{upload.name}</bdi>
          <span className="num">{percent(upload.share)}</span>
          <Button size="s" onClick={upload.cancel}>
            {tc('cancel')}
          </Button>
          <Meter value={upload.share} label={t('media.sending')} />
        </div>
      ) : null}
      {refusal ? (
        <Notice tone="alert" live>
          <bdi>{refusal.name}</bdi>: {t(`media.refused.${refusal.reason}.${type}`)}
        </Notice>
      ) : null}
      {failure ? <UploadFailure failure={failure} /> : null}
    </>
  );
};

/** The files of the document: choose, upload or delete one. */
export const MediaDialog = ({
  pageId,
  onChoose,
  onClose,
}: {
  pageId: string;
  onChoose: (file: MediaFile) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('editing');
  const [type, setType] = useState<MediaType>('image');
  const { files, error, retrying, retry, save, remove } = useMedia(pageId, type);
  const uploading = useMediaUpload(type, save);
  const [removing, setRemoving] = useState<MediaFile | null>(null);
  const body = () => {
    if (!files)
      return error ? (
        <LoadError title={t('media.loadFailed')} error={error} busy={retrying} onRetry={retry} />
      ) : (
        <MediaGridSkeleton />
      );
    if (files.length === 0)
      return <EmptyState icon="image" title={t(`media.empty.${type}`)} text={t('media.emptyHint')} />;
    return <MediaGrid files={files} onChoose={onChoose} onRemove={setRemoving} />;
  };
  return (
    <Dialog open place="full" title={t('media.title')} onClose={onClose}>
      <div className="media">
        <MediaTools type={type} onType={setType} uploading={uploading} />
        <UploadState type={type} uploading={uploading} />
        {body()}
      </div>
      {removing ? (
        <RemoveMediaDialog
          file={removing}
          onRemove={() => remove(removing, removing.name)}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </Dialog>
  );
};
