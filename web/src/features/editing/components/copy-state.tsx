import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import type { Laid } from '../hooks/use-desk.js';
import { isUnsaved } from '../lib/editing-desk.js';
import './copy-state.css';
import './edit-parts.css';

/** Whether what was done is on the server, and the steps back and forward. */
export const CopyState = ({
  laid: { desk, id, copy, open },
  sending = true,
}: {
  laid: Laid;
  sending?: boolean;
}) => {
  const { t } = useTranslation('editing');
  const isOpen = isUnsaved(open);
  const word = () => {
    if (copy.saving === 'running')
      return (
        <>
          <Spinner size="s" /> {t('state.saving')}
        </>
      );
    if (copy.saving === 'failed' || isOpen) return <b>{t('state.unsaved')}</b>;
    if (desk.isUnsavedAt(id)) return <b>{t(sending ? 'state.unsaved' : 'state.unsent')}</b>;
    return copy.past.length > 0 ? (
      <>
        <Icon name="check" size="s" /> {t('state.saved')}
      </>
    ) : null;
  };
  return (
    <div className="copy-state">
      <span className="copy-state__word small soft" role="status">
        {word()}
      </span>
      <IconButton
        icon="undo"
        label={t('undo')}
        disabled={copy.past.length === 0 || isOpen}
        onClick={() => desk.undo(id, sending)}
      />
      <IconButton
        icon="redo"
        label={t('redo')}
        disabled={copy.future.length === 0 || isOpen}
        onClick={() => desk.redo(id, sending)}
      />
    </div>
  );
};

/** What has to be said of a text: work left over from another time, somebody else's changes, a save that failed. */
export const CopyNotices = ({
  laid: { desk, id, copy },
  sending = true,
}: {
  laid: Laid;
  sending?: boolean;
}) => {
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { date, number } = useFormat();
  const failed = copy.saving === 'failed';
  const isClosed = copy.failure instanceof ApiError && copy.failure.status === 401;
  return (
    <>
      {copy.kept ? (
        <Notice
          tone="warning"
          icon="edit"
          live
          action={
            <span className="edit-actions">
              <Button size="s" onClick={() => desk.dropKept(id)}>
                {t('kept.drop')}
              </Button>
              <Button size="s" look="main" onClick={() => desk.restore(id, sending)}>
                {t('kept.restore')}
              </Button>
            </span>
          }
        >
          {t('kept.text', { date: date(copy.kept.at) })}
        </Notice>
      ) : null}
      {failed && copy.conflict ? (
        <Notice
          tone="alert"
          live
          action={
            <span className="edit-actions">
              <Button size="s" onClick={() => desk.settle(id, 'theirs')}>
                {t('conflict.theirs')}
              </Button>
              <Button size="s" look="main" onClick={() => desk.settle(id, 'mine')}>
                {t('conflict.mine')}
              </Button>
            </span>
          }
        >
          {t('conflict.text', {
            count: copy.conflict.conflicts.length,
            items: number(copy.conflict.conflicts.length),
          })}
        </Notice>
      ) : failed ? (
        <Notice
          tone="alert"
          live
          action={
            isClosed || !sending ? undefined : (
              <Button size="s" icon="refresh" onClick={() => void desk.persist(id)}>
                {tc('retry')}
              </Button>
            )
          }
        >
          <p>
            {t('saveFailed')} <span className="own-dir">{errorText(copy.failure, te)}</span>
          </p>
          <p className="small soft">{t('saveFailedHint')}</p>
        </Notice>
      ) : null}
    </>
  );
};
