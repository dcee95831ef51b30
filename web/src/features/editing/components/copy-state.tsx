import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import type { EditedText } from '../hooks/use-edited-text.js';
import { isOpenChanged } from '../lib/working-copy.js';
import './copy-state.css';
import './edit-parts.css';

type CopyProps = {
  edited: EditedText;
  /** Every change is saved at once. */
  autoSave?: boolean;
};

/** Whether the edits are saved. */
const SaveStatus = ({ edited: { session, key, copy, open }, autoSave }: CopyProps) => {
  const { t } = useTranslation('editing');
  if (copy.saving === 'running')
    return (
      <>
        <Spinner size="s" /> {t('state.saving')}
      </>
    );
  if (copy.saving === 'failed' || isOpenChanged(open)) return <b>{t('state.unsaved')}</b>;
  if (session.isUnsavedAt(key)) return <b>{t(autoSave ? 'state.unsaved' : 'state.unsent')}</b>;
  return copy.undoStack.length > 0 ? (
    <>
      <Icon name="check" size="s" /> {t('state.saved')}
    </>
  ) : null;
};

/** Whether the edits are saved, with undo and redo. */
export const CopyState = ({ edited, autoSave = true }: CopyProps) => {
  const { session, key, copy, open } = edited;
  const { t } = useTranslation('editing');
  const isOpen = isOpenChanged(open);
  return (
    <div className="copy-state">
      <span className="copy-state__status small soft" role="status">
        <SaveStatus edited={edited} autoSave={autoSave} />
      </span>
      <IconButton
        icon="undo"
        label={t('undo')}
        disabled={copy.undoStack.length === 0 || isOpen}
        onClick={() => session.undo(key, autoSave)}
      />
      <IconButton
        icon="redo"
        label={t('redo')}
        disabled={copy.redoStack.length === 0 || isOpen}
        onClick={() => session.redo(key, autoSave)}
      />
    </div>
  );
};

/** Offers to restore unsaved edits of an earlier visit. */
const DraftNotice = ({ edited: { session, key }, at, autoSave }: CopyProps & { at: number }) => {
  const { t } = useTranslation('editing');
  const { date } = useFormat();
  return (
    <Notice
      tone="warning"
      icon="edit"
      live
      action={
        <span className="edit-actions">
          <Button size="s" onClick={() => session.dropDraft(key)}>
            {t('kept.drop')}
          </Button>
          <Button size="s" look="main" onClick={() => session.restoreDraft(key, autoSave)}>
            {t('kept.restore')}
          </Button>
        </span>
      }
    >
      {t('kept.text', { date: date(at) })}
    </Notice>
  );
};

/** Someone else changed the same items: the user chooses a side. */
const ConflictNotice = ({ edited: { session, key }, count }: CopyProps & { count: number }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  return (
    <Notice
      tone="alert"
      live
      action={
        <span className="edit-actions">
          <Button size="s" onClick={() => session.resolveConflict(key, 'theirs')}>
            {t('conflict.theirs')}
          </Button>
          <Button size="s" look="main" onClick={() => session.resolveConflict(key, 'mine')}>
            {t('conflict.mine')}
          </Button>
        </span>
      }
    >
      {t('conflict.text', { count, items: number(count) })}
    </Notice>
  );
};

const SaveFailure = ({ edited: { session, key, copy }, autoSave }: CopyProps) => {
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const isSignedOut = copy.failure instanceof ApiError && copy.failure.status === 401;
  return (
    <Notice
      tone="alert"
      live
      action={
        isSignedOut || !autoSave ? undefined : (
          <Button size="s" icon="refresh" onClick={() => void session.save(key)}>
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
  );
};

/** Notices about a text: a draft of an earlier visit, a conflict, a failed save. */
export const CopyNotices = ({ edited, autoSave = true }: CopyProps) => {
  const { copy } = edited;
  const hasFailed = copy.saving === 'failed';
  return (
    <>
      {copy.localDraft ? <DraftNotice edited={edited} autoSave={autoSave} at={copy.localDraft.at} /> : null}
      {hasFailed && copy.conflict ? (
        <ConflictNotice edited={edited} count={copy.conflict.conflicts.length} />
      ) : hasFailed ? (
        <SaveFailure edited={edited} autoSave={autoSave} />
      ) : null}
    </>
  );
};
