import { EDIT_TYPES, type EditType, editOfVersion } from '@hamkhan/contracts/http/editing';
import type { Suggestion, SuggestionListResponse } from '@hamkhan/contracts/http/suggestions';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import type { PageFrame } from '../../../shared/ui/reader-slots.js';
import { Button } from '../../../shared/ui/button.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { usePageSuggestions, useSuggestionChanges } from '../api/suggestions.js';
import { useEditMode } from '../lib/edit-mode.js';
import { pendingCount } from '../lib/pending-count.js';
import { EditorSkeleton } from './editor-skeleton.js';
import { AppliedSuggestions, OtherSuggestions } from './suggestion-lists.js';
import { SuggestionCard } from './suggestion-card.js';
import { SuggestionDialog } from './suggestion-dialog.js';
import { TypeChoice } from './type-choice.js';
import './edits-panel.css';

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section className="edits__part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};

/** The user's own suggestion, or an invitation to make one. */
const OwnSuggestion = ({
  own,
  onOpen,
  onEdit,
  onCancel,
}: {
  own: Suggestion | null;
  onOpen: (id: string) => void;
  onEdit: () => void;
  onCancel: (suggestion: Suggestion) => void;
}) => {
  const { t } = useTranslation('editing');
  if (!own) {
    return (
      <div className="edits__empty">
        <p className="soft">{t('panel.noYours')}</p>
        <Button size="s" icon="edit" onClick={onEdit}>
          {t('menu.suggest')}
        </Button>
      </div>
    );
  }
  return (
    <SuggestionCard suggestion={own} date={own.created_date} onOpen={() => onOpen(own.id)}>
      <Button size="s" look="danger" onClick={() => onCancel(own)}>
        {t('card.cancel')}
      </Button>
      <Button size="s" icon="edit" onClick={onEdit}>
        {t('card.edit')}
      </Button>
    </SuggestionCard>
  );
};

/** Asks before a suggestion is withdrawn. */
const CancelDialog = ({
  suggestion,
  pageId,
  onCancelled,
  onClose,
}: {
  suggestion: Suggestion;
  pageId: string;
  onCancelled: () => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('editing');
  const { t: te } = useTranslation('errors');
  const { cancel } = useSuggestionChanges();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await cancel(suggestion.id, pageId);
      showMessage('success', t('cancel.done'), { about: suggestion.id });
      onCancelled();
    } catch (error) {
      showMessage('alert', errorText(error, te), { about: suggestion.id });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t('cancel.title')}
      text={t('cancel.text')}
      confirmLabel={t('cancel.sure')}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
};

type LoadedPanelProps = Omit<PageFrame, 'children'> & { list: SuggestionListResponse };

const LoadedPanel = ({ list, ...frame }: LoadedPanelProps) => {
  const { page, version } = frame;
  const { t } = useTranslation('editing');
  const { mode } = useEditMode();
  const [type, setType] = useState<EditType>(editOfVersion(version));
  const [openId, setOpenId] = useState<string | null>(null);
  const [cancelling, setCancelling] = useState<Suggestion | null>(null);
  const own = list.user_suggestions[type];
  const canOpen = list.edit_mode !== 'suggest';
  const edit = (edited: EditType) => {
    setOpenId(null);
    mode.startSuggesting(page.id, edited);
  };
  const listProps = { pageId: page.id, type, canOpen, onOpen: setOpenId };
  return (
    <div className="edits" data-no-swipe>
      <TypeChoice
        types={EDIT_TYPES}
        value={type}
        counts={{
          content: pendingCount(list, 'content'),
          translation_1: pendingCount(list, 'translation_1'),
          translation_2: pendingCount(list, 'translation_2'),
        }}
        onChange={setType}
      />
      {canOpen && !own ? null : (
        <Section title={t('panel.yours')}>
          <OwnSuggestion own={own} onOpen={setOpenId} onEdit={() => edit(type)} onCancel={setCancelling} />
        </Section>
      )}
      <Section title={t('panel.others')}>
        <OtherSuggestions key={type} {...listProps} count={list.other_suggestions_count[type]} />
      </Section>
      <Section title={t('panel.history')}>
        <AppliedSuggestions key={type} {...listProps} />
      </Section>
      {openId ? (
        <SuggestionDialog
          id={openId}
          frame={frame}
          mode={list.edit_mode}
          onEdit={(suggestion) => edit(suggestion.edit_type)}
          onCancel={setCancelling}
          onClose={() => setOpenId(null)}
        />
      ) : null}
      {cancelling ? (
        <CancelDialog
          suggestion={cancelling}
          pageId={page.id}
          onCancelled={() => setOpenId(null)}
          onClose={() => setCancelling(null)}
        />
      ) : null}
    </div>
  );
};

/** Suggestions for a page: the user's own, those of others, and those that were applied. */
export const EditsPanel = (frame: Omit<PageFrame, 'children'>) => {
  const { t } = useTranslation('editing');
  const { list, error, retrying, retry } = usePageSuggestions(frame.page.id);
  if (list) return <LoadedPanel list={list} {...frame} />;
  return error ? (
    <LoadError title={t('panel.loadFailed')} error={error} busy={retrying} onRetry={retry} />
  ) : (
    <EditorSkeleton />
  );
};
