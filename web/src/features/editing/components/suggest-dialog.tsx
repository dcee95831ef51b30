import type { EditType } from '@hamkhan/contracts/http/editing';
import {
  editOfVersion,
  MAX_SUGGESTION_DESCRIPTION,
  MAX_SUGGESTION_TITLE,
  versionOfEdit,
} from '@hamkhan/contracts/http/editing';
import { defaultEditDescription, defaultEditTitle } from '@hamkhan/contracts/edit-texts';
import { editSummary } from '@hamkhan/contracts/item-changes';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import type { PageFrame } from '../../../shared/lib/reader-slots.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { TextAreaField, TextField } from '../../../shared/ui/field.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { usePageSuggestions } from '../api/suggestions.js';
import { type Laid, useLaidText } from '../hooks/use-desk.js';
import { useEditMode } from '../lib/edit-mode.js';
import { editableTypes } from '../lib/editing-desk.js';
import { writtenWords } from '../lib/made-up.js';
import { ChangeChips } from './change-chips.js';
import { CopyNotices, CopyState } from './copy-state.js';
import { DiffView } from './diff-view.js';
import { EditorSkeleton } from './editor-skeleton.js';
import { LaidItems } from './laid-items.js';
import { TypeChoice } from './type-choice.js';
import './suggestion-dialog.css';

const VIEWS = ['edit', 'diff'] as const;
type View = (typeof VIEWS)[number];
type Typed = { title: string; description: string };

/** The fields of one text's suggestion, and the text itself to be changed or compared. */
const Fields = ({
  laid,
  typed,
  frame,
  onTyped,
}: {
  laid: Laid;
  typed: Typed;
  frame: Omit<PageFrame, 'children'>;
  onTyped: (typed: Typed) => void;
}) => {
  const { t } = useTranslation('editing');
  const { language } = useFormat();
  const [view, setView] = useState<View>('edit');
  const { copy } = laid;
  const lang = versionOfEdit(copy.place.type) === 0 ? frame.document.language : TARGET_LANGUAGE;
  const summary = useMemo(() => editSummary(copy.base, copy.items), [copy.base, copy.items]);
  return (
    <>
      {copy.mode === 'staff' ? null : (
        <div className="suggest__fields">
          <TextField
            label={t('suggest.title')}
            dir={typed.title ? 'auto' : undefined}
            maxLength={MAX_SUGGESTION_TITLE}
            value={typed.title}
            placeholder={defaultEditTitle(copy.place.pageNumber, copy.place.type, language)}
            onChange={(title) => onTyped({ ...typed, title })}
          />
          <TextAreaField
            label={t('suggest.description')}
            dir={typed.description ? 'auto' : undefined}
            rows={2}
            maxLength={MAX_SUGGESTION_DESCRIPTION}
            value={typed.description}
            placeholder={defaultEditDescription(summary, language)}
            onChange={(description) => onTyped({ ...typed, description })}
          />
        </div>
      )}
      <div className="suggest__tools">
        <Segmented
          label={t('suggest.view')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`suggest.views.${value}`) }))}
          onChange={setView}
        />
        <span className="grow" />
        <CopyState laid={laid} sending={false} />
      </div>
      <CopyNotices laid={laid} sending={false} />
      {view === 'edit' ? (
        <LaidItems key={laid.id} laid={laid} frame={frame} sending={false} />
      ) : (
        <DiffView
          before={copy.base}
          after={copy.items}
          lang={lang}
          dir={directionOf(lang)}
          show={(item) => frame.show([item], versionOfEdit(copy.place.type))}
        />
      )}
    </>
  );
};

/** Suggesting an edit of a page, on the whole screen (RDR-SUGGEST-16): nothing is sent before its author says so. */
export const SuggestDialog = ({
  start,
  ...frame
}: Omit<PageFrame, 'children'> & { start: EditType | null }) => {
  const { page, version, onPage } = frame;
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  const { mode } = useEditMode();
  const types = editableTypes(page);
  const [chosen, setChosen] = useState<EditType>(start ?? editOfVersion(version));
  const type = types.includes(chosen) ? chosen : (types[0] ?? 'content');
  const { list, userId, error, retrying, retry } = usePageSuggestions(page.id);
  const laid = useLaidText(page, type, list, userId, onPage);
  const known = list?.edit_mode === 'suggest' ? list.user_suggestions[type] : null;
  // What was typed for each text; until then, what its suggestion says.
  const [words, setWords] = useState<Partial<Record<EditType, Typed>>>({});
  const typed =
    words[type] ?? (known ? writtenWords(known, page.page_number) : { title: '', description: '' });
  const [asking, setAsking] = useState(false);
  const summary = laid ? editSummary(laid.copy.base, laid.copy.items) : null;
  const isUnsaved = laid !== null && laid.desk.isUnsaved();
  const hasNews = laid !== null && (laid.desk.isUnsavedAt(laid.id) || words[type] !== undefined);

  const close = () => {
    if (isUnsaved) setAsking(true);
    else mode.stopWriting();
  };
  const discard = () => {
    mode.discard();
    mode.stopWriting();
  };
  const send = async () => {
    if (!laid) return;
    laid.desk.accept(false);
    if (!(await laid.desk.persist(laid.id, typed))) return;
    showMessage('success', t(`suggest.sent.${laid.copy.mode}`));
    mode.stopWriting();
  };
  const role = list?.edit_mode ?? 'suggest';
  return (
    <Dialog
      open
      place="full"
      title={t(role === 'suggest' ? 'suggest.name' : 'suggest.nameEdit', {
        page: number(page.page_number + 1),
      })}
      onClose={close}
      footer={
        laid ? (
          <>
            <span className="suggest__summary">{summary ? <ChangeChips summary={summary} /> : null}</span>
            <Button onClick={close}>{tc('cancel')}</Button>
            <Button
              look="main"
              icon="check"
              disabled={!hasNews}
              busy={laid.copy.saving === 'running'}
              onClick={() => void send()}
            >
              {t(role === 'suggest' ? (known ? 'suggest.update' : 'suggest.send') : 'suggest.save')}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="suggestion" data-edit-scroll>
        <TypeChoice types={types} value={type} onChange={setChosen} />
        {laid ? (
          <Fields
            key={laid.id}
            laid={laid}
            typed={typed}
            frame={frame}
            onTyped={(next) => setWords({ ...words, [type]: next })}
          />
        ) : error ? (
          <ErrorState
            title={t('loadFailed')}
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
      {asking ? (
        <Dialog
          open
          title={t('leave.unsavedTitle')}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button look="danger" onClick={discard}>
                {t('leave.discard')}
              </Button>
              <Button look="main" onClick={() => setAsking(false)}>
                {t('leave.stay')}
              </Button>
            </>
          }
        >
          <p>{t('leave.unsavedText')}</p>
        </Dialog>
      ) : null}
    </Dialog>
  );
};
