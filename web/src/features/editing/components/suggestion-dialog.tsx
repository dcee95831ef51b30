import { type EditMode, type Suggestion, versionOfEdit } from '@hamkhan/contracts/http/editing';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { formatGregorian, useFormat } from '../../../shared/lib/format.js';
import type { PageFrame } from '../../../shared/lib/reader-slots.js';
import { Button } from '../../../shared/ui/button.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { readConflict, useSuggestion, useSuggestionChanges } from '../api/suggestions.js';
import { Author } from './author.js';
import { ChangeChips } from './change-chips.js';
import { DiffView } from './diff-view.js';
import { EditorSkeleton } from './editor-skeleton.js';
import './suggestion-dialog.css';

type SuggestionFrame = Pick<PageFrame, 'document' | 'page' | 'show' | 'onPage'>;

const Details = ({
  suggestion,
  frame: { document, show },
}: {
  suggestion: Suggestion;
  frame: SuggestionFrame;
}) => {
  const { t } = useTranslation('editing');
  const { date } = useFormat();
  const lang = versionOfEdit(suggestion.edit_type) === 0 ? document.language : TARGET_LANGUAGE;
  const { status, applied_at: applied } = suggestion;
  return (
    <>
      <div className="suggestion__about">
        <h3>
          <bdi>{suggestion.title}</bdi>
        </h3>
        {suggestion.description ? (
          <p className="suggestion__words">
            <bdi>{suggestion.description}</bdi>
          </p>
        ) : null}
        <p className="suggestion__facts small soft">
          <Author name={suggestion.user.name} />
          <span aria-hidden="true">·</span>
          <time dateTime={suggestion.created_date} title={formatGregorian(suggestion.created_date)}>
            {date(suggestion.created_date)}
          </time>
          <span aria-hidden="true">·</span>
          <span>{t(`type.${suggestion.edit_type}`)}</span>
        </p>
        <div className="suggestion__facts">
          <Chip tone={status === 'applied' ? 'ok' : status === 'pending' ? 'wait' : 'plain'}>
            {applied ? t('status.appliedOn', { date: date(applied) }) : t(`status.${status}`)}
          </Chip>
          <ChangeChips summary={suggestion.edit_summary} />
        </div>
      </div>
      {suggestion.page_changed && status === 'pending' ? (
        <Notice tone="warning">{t('details.pageChanged')}</Notice>
      ) : null}
      <h3 className="suggestion__part">{t(applied ? 'details.diffApplied' : 'details.diff')}</h3>
      <DiffView
        before={suggestion.base_content.items}
        after={suggestion.suggested_content.items}
        lang={lang}
        dir={directionOf(lang)}
        show={(item) => show([item], versionOfEdit(suggestion.edit_type))}
      />
    </>
  );
};

/** A suggestion on the whole screen: who says what, what would change, and the decision (RDR-SUGGEST-15). */
export const SuggestionDialog = ({
  id,
  frame,
  mode,
  onEdit,
  onCancel,
  onClose,
}: {
  id: string;
  frame: SuggestionFrame;
  mode: EditMode;
  onEdit: (suggestion: Suggestion) => void;
  onCancel: (suggestion: Suggestion) => void;
  onClose: () => void;
}) => {
  const { page, onPage } = frame;
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  const { suggestion, error, retrying, retry } = useSuggestion(id);
  const { apply } = useSuggestionChanges();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const conflict = failure === null ? null : readConflict(failure);

  const run = async (force: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await apply(id, page.id, force);
      if (answer.page) onPage(answer.page);
      showMessage('success', t(answer.conflict ? 'details.appliedOver' : 'details.applied'));
      onClose();
    } catch (problem) {
      setFailure(problem);
      setBusy(false);
    }
  };
  const isPending = suggestion?.status === 'pending';
  const mayApply = isPending && mode !== 'suggest';
  return (
    <Dialog
      open
      place="full"
      title={t('details.title')}
      onClose={onClose}
      footer={
        suggestion && isPending ? (
          <>
            {suggestion.own || mode === 'staff' ? (
              <Button look="danger" onClick={() => onCancel(suggestion)}>
                {t('card.cancel')}
              </Button>
            ) : null}
            {suggestion.own ? (
              <Button icon="edit" onClick={() => onEdit(suggestion)}>
                {t('card.edit')}
              </Button>
            ) : null}
            {mayApply && !conflict ? (
              <Button look="main" icon="check" busy={busy} onClick={() => void run(false)}>
                {t('details.apply')}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      <div className="suggestion">
        {failure === null ? null : conflict ? (
          <Notice
            tone="warning"
            live
            action={
              <span className="edit-actions">
                <Button size="s" onClick={() => setFailure(null)}>
                  {t('details.leave')}
                </Button>
                <Button size="s" look="danger" busy={busy} onClick={() => void run(true)}>
                  {t('details.force')}
                </Button>
              </span>
            }
          >
            {t('details.conflict', {
              count: conflict.conflicts.length,
              items: number(conflict.conflicts.length),
            })}
          </Notice>
        ) : (
          <Notice tone="alert" live>
            {errorText(failure, te)}
          </Notice>
        )}
        {suggestion ? (
          <Details suggestion={suggestion} frame={frame} />
        ) : error ? (
          <ErrorState
            title={t('details.loadFailed')}
            text={errorText(error, te)}
            action={
              <Button icon="refresh" busy={retrying} onClick={retry}>
                {tc('retry')}
              </Button>
            }
          />
        ) : (
          <EditorSkeleton />
        )}
      </div>
    </Dialog>
  );
};
