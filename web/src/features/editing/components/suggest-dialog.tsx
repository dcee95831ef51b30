import type { EditType } from '@hamkhan/contracts/http/editing';
import { editOfVersion, versionOfEdit } from '@hamkhan/contracts/http/editing';
import { MAX_SUGGESTION_DESCRIPTION, MAX_SUGGESTION_TITLE } from '@hamkhan/contracts/http/suggestions';
import { defaultEditDescription, defaultEditTitle } from '@hamkhan/contracts/edit-texts';
import { editSummary } from '@hamkhan/contracts/item-changes';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import type { PageFrame } from '../../../shared/ui/reader-slots.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { TextAreaField, TextField } from '../../../shared/ui/field.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { usePageSuggestions } from '../api/suggestions.js';
import { type EditedText, useEditedText } from '../hooks/use-edited-text.js';
import { useEditMode } from '../lib/edit-mode.js';
import type { SuggestionTexts } from '../lib/edit-session.js';
import { editableTypes } from '../lib/working-copy.js';
import { authoredTexts } from '../lib/authored-texts.js';
import { ChangeChips } from './change-chips.js';
import { CopyNotices, CopyState } from './copy-state.js';
import { DiffView } from './diff-view.js';
import { EditorSkeleton } from './editor-skeleton.js';
import { TextItemsEditor } from './text-items-editor.js';
import { TypeChoice } from './type-choice.js';
import './suggestion-dialog.css';

const VIEWS = ['edit', 'diff'] as const;
type View = (typeof VIEWS)[number];

type FormProps = {
  edited: EditedText;
  texts: SuggestionTexts;
  frame: Omit<PageFrame, 'children'>;
  onTexts: (texts: SuggestionTexts) => void;
};

/** The title and description of a suggestion; staff edit the page without them. */
const SuggestionFields = ({ edited: { copy }, texts, onTexts }: Omit<FormProps, 'frame'>) => {
  const { t } = useTranslation('editing');
  const { language } = useFormat();
  const summary = useMemo(() => editSummary(copy.base, copy.items), [copy.base, copy.items]);
  if (copy.mode === 'staff') return null;
  return (
    <div className="suggest__fields">
      <TextField
        label={t('suggest.title')}
        dir={texts.title ? 'auto' : undefined}
        maxLength={MAX_SUGGESTION_TITLE}
        value={texts.title}
        placeholder={defaultEditTitle(copy.target.pageNumber, copy.target.type, language)}
        onChange={(title) => onTexts({ ...texts, title })}
      />
      <TextAreaField
        label={t('suggest.description')}
        dir={texts.description ? 'auto' : undefined}
        rows={2}
        maxLength={MAX_SUGGESTION_DESCRIPTION}
        value={texts.description}
        placeholder={defaultEditDescription(summary, language)}
        onChange={(description) => onTexts({ ...texts, description })}
      />
    </div>
  );
};

/** The form of one text's suggestion: its title and description, and the text to edit or compare. */
const SuggestionForm = ({ edited, texts, frame, onTexts }: FormProps) => {
  const { t } = useTranslation('editing');
  const [view, setView] = useState<View>('edit');
  const { copy } = edited;
  const version = versionOfEdit(copy.target.type);
  const lang = version === 0 ? frame.document.language : TARGET_LANGUAGE;
  return (
    <>
      <SuggestionFields edited={edited} texts={texts} onTexts={onTexts} />
      <div className="suggest__tools">
        <Segmented
          label={t('suggest.view')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`suggest.views.${value}`) }))}
          onChange={setView}
        />
        <span className="grow" />
        <CopyState edited={edited} autoSave={false} />
      </div>
      <CopyNotices edited={edited} autoSave={false} />
      {view === 'edit' ? (
        <TextItemsEditor key={edited.key} edited={edited} frame={frame} autoSave={false} />
      ) : (
        <DiffView
          before={copy.base}
          after={copy.items}
          lang={lang}
          dir={directionOf(lang)}
          show={(item) => frame.show([item], version)}
        />
      )}
    </>
  );
};

/** Asks before unsaved edits are discarded. */
const DiscardDialog = ({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) => {
  const { t } = useTranslation('editing');
  return (
    <Dialog
      open
      title={t('leave.unsavedTitle')}
      onClose={onStay}
      footer={
        <>
          <Button look="danger" onClick={onDiscard}>
            {t('leave.discard')}
          </Button>
          <Button look="main" onClick={onStay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leave.unsavedText')}</p>
    </Dialog>
  );
};

/** The text to suggest an edit for, and the title and description typed for each text. */
const useSuggestionDraft = (frame: Omit<PageFrame, 'children'>, initialType: EditType | null) => {
  const { page, version, onPage } = frame;
  const types = editableTypes(page);
  const [chosen, setType] = useState<EditType>(initialType ?? editOfVersion(version));
  const type = types.includes(chosen) ? chosen : (types[0] ?? 'content');
  const { list, userId, ...loading } = usePageSuggestions(page.id);
  const edited = useEditedText(page, type, list, userId, onPage);
  const pending = list?.edit_mode === 'suggest' ? list.user_suggestions[type] : null;
  const [typed, setTyped] = useState<Partial<Record<EditType, SuggestionTexts>>>({});
  const stored = pending ? authoredTexts(pending, page.page_number) : { title: '', description: '' };
  return {
    types,
    type,
    setType,
    loading,
    edited,
    pending,
    role: list?.edit_mode ?? 'suggest',
    texts: typed[type] ?? stored,
    setTexts: (texts: SuggestionTexts) => setTyped({ ...typed, [type]: texts }),
    hasChanges: edited !== null && (edited.session.isUnsavedAt(edited.key) || typed[type] !== undefined),
  };
};

type SuggestionDraft = ReturnType<typeof useSuggestionDraft>;

const SuggestFooter = ({
  draft: { edited, pending, role, hasChanges },
  onSend,
  onClose,
}: {
  draft: SuggestionDraft;
  onSend: () => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  if (!edited) return null;
  const { copy } = edited;
  return (
    <>
      <span className="suggest__summary">
        <ChangeChips summary={editSummary(copy.base, copy.items)} />
      </span>
      <Button onClick={onClose}>{tc('cancel')}</Button>
      <Button
        look="main"
        icon="check"
        disabled={!hasChanges}
        busy={copy.saving === 'running'}
        onClick={onSend}
      >
        {t(role === 'suggest' ? (pending ? 'suggest.update' : 'suggest.send') : 'suggest.save')}
      </Button>
    </>
  );
};

/** The form for the chosen text, once it is loaded. */
const SuggestBody = ({
  draft: { types, type, setType, edited, texts, setTexts, loading },
  frame,
}: {
  draft: SuggestionDraft;
  frame: Omit<PageFrame, 'children'>;
}) => {
  const { t } = useTranslation('editing');
  return (
    <div className="suggestion" data-edit-scroll>
      <TypeChoice types={types} value={type} onChange={setType} />
      {edited ? (
        <SuggestionForm key={edited.key} edited={edited} texts={texts} frame={frame} onTexts={setTexts} />
      ) : loading.error ? (
        <LoadError
          title={t('loadFailed')}
          error={loading.error}
          busy={loading.retrying}
          onRetry={loading.retry}
        />
      ) : (
        <EditorSkeleton />
      )}
    </div>
  );
};

/** Suggests an edit of a page, full screen (RDR-SUGGEST-16); nothing is sent until the user submits it. */
export const SuggestDialog = ({
  start,
  ...frame
}: Omit<PageFrame, 'children'> & { start: EditType | null }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const { mode } = useEditMode();
  const draft = useSuggestionDraft(frame, start);
  const { edited, role, texts } = draft;
  const [isConfirming, setConfirming] = useState(false);
  const close = () => {
    if (edited?.session.isUnsaved()) setConfirming(true);
    else mode.stopSuggesting();
  };
  const send = async () => {
    if (!edited) return;
    edited.session.acceptOpen(false);
    if (!(await edited.session.save(edited.key, texts))) return;
    showMessage('success', t(`suggest.sent.${edited.copy.mode}`));
    mode.stopSuggesting();
  };
  return (
    <Dialog
      open
      place="full"
      title={t(role === 'suggest' ? 'suggest.name' : 'suggest.nameEdit', {
        page: number(frame.page.page_number + 1),
      })}
      onClose={close}
      footer={edited ? <SuggestFooter draft={draft} onSend={() => void send()} onClose={close} /> : undefined}
    >
      <SuggestBody draft={draft} frame={frame} />
      {isConfirming ? (
        <DiscardDialog
          onDiscard={() => {
            mode.discard();
            mode.stopSuggesting();
          }}
          onStay={() => setConfirming(false)}
        />
      ) : null}
    </Dialog>
  );
};
