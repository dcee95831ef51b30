import { MEDIA_TYPES, type MediaFile, type MediaType } from '@hamkhan/contracts/http/media';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Meter } from '../../../shared/ui/meter.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { EmptyState, ErrorState } from '../../../shared/ui/state-block.js';
import { removalRefusal, textsOfAnswer, useMedia } from '../api/media.js';
import { acceptOf, extensionOf, refusalOf } from '../lib/media-names.js';
import './media-dialog.css';
import './edit-parts.css';

/** The address of a picture of this site; null for anything else that an answer may hold. */
const ownAddress = (file: string): string | null => {
  if (!URL.canParse(file, window.location.origin)) return null;
  const url = new URL(file, window.location.origin);
  return url.origin === window.location.origin && /^https?:$/.test(url.protocol) ? file : null;
};

type Sending = { name: string; share: number; stop: () => void };
type Refusal = { name: string; reason: NonNullable<ReturnType<typeof refusalOf>> };

/** Asks before a file is deleted, 500 wide (RDR-MEDIA-09), and says why it was not. */
const RemoveDialog = ({
  file,
  onRemove,
  onClose,
}: {
  file: MediaFile;
  onRemove: () => Promise<void>;
  onClose: () => void;
}) => {
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const refusal = error === null ? null : removalRefusal(error);
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await onRemove();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      size="form"
      title={t('media.removeTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="danger" busy={busy} onClick={() => void remove()}>
            {t('media.remove')}
          </Button>
        </>
      }
    >
      <div className="edit-stack">
        {error === null ? null : (
          <Notice tone="alert" live>
            <p className="own-dir">{refusal?.error || errorText(error, te)}</p>
            {refusal?.topic ? <p className="small own-dir">{refusal.topic}</p> : null}
          </Notice>
        )}
        <p>
          {t('media.removeText')} <bdi>{file.name}</bdi>
        </p>
      </div>
    </Dialog>
  );
};

/** The files of the document: to choose one, to add one, to delete one. */
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
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { percent, fileSize } = useFormat();
  const [type, setType] = useState<MediaType>('image');
  const { files, error, retrying, retry, save, remove } = useMedia(pageId, type);
  const picker = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [removing, setRemoving] = useState<MediaFile | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const reason = refusalOf(file, type);
    setFailure(null);
    setRefusal(reason ? { name: file.name, reason } : null);
    if (reason || sending) return;
    const controller = new AbortController();
    running.current = controller;
    setSending({ name: file.name, share: 0, stop: () => controller.abort() });
    try {
      await save(file, {
        signal: controller.signal,
        onProgress: (share) => setSending((known) => known && { ...known, share }),
      });
    } catch (problem) {
      if (!controller.signal.aborted) setFailure(problem);
    }
    setSending(null);
  };
  // What the server said of a file it did not take is shown whole, whatever its shape (RDR-MEDIA-08).
  const said =
    failure instanceof ApiError && failure.status > 0
      ? textsOfAnswer(failure.body)
      : failure
        ? [errorText(failure, te)]
        : [];

  const body = () => {
    if (error && !files) {
      return (
        <ErrorState
          title={t('media.loadFailed')}
          text={errorText(error, te)}
          action={
            <Button icon="refresh" busy={retrying} onClick={retry}>
              {tc('retry')}
            </Button>
          }
        />
      );
    }
    if (!files) {
      return (
        <ul className="media-grid" aria-busy="true" aria-label={tc('loading')}>
          {[1, 2, 3, 4].map((ghost) => (
            <li key={ghost}>
              <Skeleton width="100%" height="8rem" round="m" />
            </li>
          ))}
        </ul>
      );
    }
    if (files.length === 0)
      return <EmptyState icon="image" title={t(`media.empty.${type}`)} text={t('media.emptyHint')} />;
    return (
      <ul className="media-grid">
        {files.map((file) => {
          const address = ownAddress(file.file);
          const picture =
            file.type === 'image' && address && extensionOf(file.name) !== 'svg' ? (
              <img src={address} alt="" loading="lazy" decoding="async" />
            ) : (
              <Icon name={file.type === 'video' ? 'play' : 'image'} size="l" />
            );
          return (
            <li key={file.id} className="media-card">
              {file.type === 'image' ? (
                <button
                  type="button"
                  className="media-card__picture"
                  aria-label={t('media.choose', { name: file.name })}
                  onClick={() => onChoose(file)}
                >
                  {picture}
                </button>
              ) : (
                <span className="media-card__picture">{picture}</span>
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
                  onClick={() => setRemoving(file)}
                />
              </div>
            </li>
          );
        })}
      </ul>
    );
  };

  return (
    <Dialog open place="full" title={t('media.title')} onClose={onClose}>
      <div className="media">
        <div className="media__tools">
          <Segmented
            label={t('media.type')}
            value={type}
            options={MEDIA_TYPES.map((value) => ({ value, label: t(`media.types.${value}`) }))}
            onChange={setType}
          />
          <span className="grow" />
          <Button
            look="main"
            icon="upload"
            disabled={sending !== null}
            onClick={() => picker.current?.click()}
          >
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
        {sending ? (
          <div className="media__sending" role="status">
            <bdi className="cut grow">{sending.name}</bdi>
            <span className="num">{percent(sending.share)}</span>
            <Button size="s" onClick={sending.stop}>
              {tc('cancel')}
            </Button>
            <Meter value={sending.share} label={t('media.sending')} />
          </div>
        ) : null}
        {refusal ? (
          <Notice tone="alert" live>
            <bdi>{refusal.name}</bdi>: {t(`media.refused.${refusal.reason}.${type}`)}
          </Notice>
        ) : null}
        {failure ? (
          <Notice tone="alert" live>
            <p>{t('media.uploadFailed')}</p>
            {said.map((text) => (
              <p key={text} className="own-dir">
                {text}
              </p>
            ))}
          </Notice>
        ) : null}
        {body()}
      </div>
      {removing ? (
        <RemoveDialog
          file={removing}
          onRemove={() => remove(removing, removing.name)}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </Dialog>
  );
};
