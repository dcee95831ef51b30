import { type EditMode, versionOfEdit } from '@hamkhan/contracts/http/editing';
import type { Suggestion } from '@hamkhan/contracts/http/suggestions';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { formatGregorian, useFormat } from '../../../shared/lib/format.js';
import type { PageFrame } from '../../../shared/ui/reader-slots.js';
import { Button } from '../../../shared/ui/button.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
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
      <div className="suggestion__summary">
        <h3>
          <bdi>{suggestion.title}</bdi>
        </h3>
        {suggestion.description ? (
          <p className="suggestion__description">
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

type ApplyState = {
  busy: boolean;
  failure: unknown;
  conflict: ReturnType<typeof readConflict>;
  apply: (force: boolean) => Promise<void>;
  dismiss: () => void;
};

/** Applies a suggestion to its page; `force` overwrites what others have changed. */
const useApply = (id: string, { page, onPage }: SuggestionFrame, onApplied: () => void): ApplyState => {
  const { t } = useTranslation('editing');
  const { apply } = useSuggestionChanges();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  return {
    busy,
    failure,
    conflict: failure === null ? null : readConflict(failure),
    apply: async (force) => {
      setBusy(true);
      setFailure(null);
      try {
        const response = await apply(id, page.id, force);
        if (response.page) onPage(response.page);
        showMessage('success', t(response.conflict ? 'details.appliedOver' : 'details.applied'));
        onApplied();
      } catch (error) {
        setFailure(error);
        setBusy(false);
      }
    },
    dismiss: () => setFailure(null),
  };
};

/** Why applying failed; on a conflict the user may overwrite or leave it. */
const ApplyFailure = ({ state: { busy, failure, conflict, apply, dismiss } }: { state: ApplyState }) => {
  const { t } = useTranslation('editing');
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  if (failure === null) return null;
  if (!conflict) {
    return (
      <Notice tone="alert" live>
        {errorText(failure, te)}
      </Notice>
    );
  }
  const { length: count } = conflict.conflicts;
  return (
    <Notice
      tone="warning"
      live
      action={
        <span className="edit-actions">
          <Button size="s" onClick={dismiss}>
            {t('details.leave')}
          </Button>
          <Button size="s" look="danger" busy={busy} onClick={() => void apply(true)}>
            {t('details.force')}
          </Button>
        </span>
      }
    >
      {t('details.conflict', { count, items: number(count) })}
    </Notice>
  );
};

type SuggestionDialogProps = {
  id: string;
  frame: SuggestionFrame;
  mode: EditMode;
  onEdit: (suggestion: Suggestion) => void;
  onCancel: (suggestion: Suggestion) => void;
  onClose: () => void;
};

/** What the user may do with a pending suggestion. */
const SuggestionActions = ({
  suggestion,
  mode,
  state: { busy, conflict, apply },
  onEdit,
  onCancel,
}: Pick<SuggestionDialogProps, 'mode' | 'onEdit' | 'onCancel'> & {
  suggestion: Suggestion;
  state: ApplyState;
}) => {
  const { t } = useTranslation('editing');
  return (
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
      {mode !== 'suggest' && !conflict ? (
        <Button look="main" icon="check" busy={busy} onClick={() => void apply(false)}>
          {t('details.apply')}
        </Button>
      ) : null}
    </>
  );
};

/** A full-screen suggestion: its author, its changes, and the decision (RDR-SUGGEST-15). */
export const SuggestionDialog = ({ id, frame, onClose, ...actions }: SuggestionDialogProps) => {
  const { t } = useTranslation('editing');
  const { suggestion, error, retrying, retry } = useSuggestion(id);
  const state = useApply(id, frame, onClose);
  return (
    <Dialog
      open
      place="full"
      title={t('details.title')}
      onClose={onClose}
      footer={
        suggestion?.status === 'pending' ? (
          <SuggestionActions suggestion={suggestion} state={state} {...actions} />
        ) : undefined
      }
    >
      <div className="suggestion">
        <ApplyFailure state={state} />
        {suggestion ? (
          <Details suggestion={suggestion} frame={frame} />
        ) : error ? (
          <LoadError title={t('details.loadFailed')} error={error} busy={retrying} onRetry={retry} />
        ) : (
          <EditorSkeleton />
        )}
      </div>
    </Dialog>
  );
};
