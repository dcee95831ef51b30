import { MAX_NOTE_TEXT, MAX_NOTE_WORDS, type NoteCategory } from '@hamkhan/contracts/http/notes';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { TextAreaField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { Notice } from '../../../shared/ui/notice.js';
import { CategoryField } from './category-field.js';
import { TagField, withTag } from './tag-field.js';
import './note-form-dialog.css';

export type NoteFields = { text: string; userNote: string; category: NoteCategory; tags: readonly string[] };
type Draft = Omit<NoteFields, 'category'> & { category: NoteCategory | null };

/** The form's values, and its submit handler, which focuses the first missing value instead of submitting without it. */
const useNoteForm = (initial: Draft, isTextEditable: boolean, onSubmit: (fields: NoteFields) => void) => {
  const [draft, setDraft] = useState(initial);
  const [typedTag, setTypedTag] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  const isTextMissing = draft.text.trim() === '';
  const submit = (form: HTMLFormElement) => {
    setSubmitted(true);
    const { category } = draft;
    if (isTextMissing || category === null) {
      const missing = isTextMissing && isTextEditable ? 'textarea' : '[role="radio"][tabindex="0"]';
      form.querySelector<HTMLElement>(missing)?.focus();
      return;
    }
    onSubmit({ ...draft, category, tags: withTag(draft.tags, typedTag) });
  };
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
    typedTag,
    setTypedTag,
    isTextMissing: wasSubmitted && isTextMissing,
    isCategoryMissing: wasSubmitted && draft.category === null,
    submit,
  };
};

type NoteFormDialogProps = {
  title: string;
  submitLabel: string;
  initial: Draft;
  /** The selected passage as it is shown; without it the passage's text is a field. */
  passage?: ReactNode;
  categoryRequired: string;
  busy: boolean;
  /** Why the last attempt to save failed. */
  failure: string | null;
  onSubmit: (fields: NoteFields) => void;
  onClose: () => void;
};

const NoteFormFields = ({
  form: { draft, change, typedTag, setTypedTag, isTextMissing, isCategoryMissing },
  passage,
  categoryRequired,
}: Pick<NoteFormDialogProps, 'passage' | 'categoryRequired'> & { form: ReturnType<typeof useNoteForm> }) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const { text, userNote, category, tags } = draft;
  return (
    <>
      {passage ?? (
        <TextAreaField
          label={t('form.text')}
          value={text}
          dir="auto"
          rows={4}
          maxLength={MAX_NOTE_TEXT}
          required
          errors={isTextMissing ? [t('form.textRequired')] : []}
          onChange={(value) => change({ text: value })}
        />
      )}
      <TextAreaField
        label={t('form.words')}
        placeholder={t('form.wordsHint')}
        value={userNote}
        dir={userNote ? 'auto' : undefined}
        rows={4}
        maxLength={MAX_NOTE_WORDS}
        hint={userNote.length >= MAX_NOTE_WORDS ? t('form.tooLong', { max: number(MAX_NOTE_WORDS) }) : null}
        onChange={(value) => change({ userNote: value })}
      />
      <CategoryField
        value={category}
        error={isCategoryMissing ? categoryRequired : undefined}
        onChange={(value) => change({ category: value })}
      />
      <TagField
        tags={tags}
        typed={typedTag}
        onChange={(value) => change({ tags: value })}
        onTyped={setTypedTag}
      />
    </>
  );
};

/** The dialog to write or change a note. */
export const NoteFormDialog = ({
  title,
  submitLabel,
  initial,
  passage,
  categoryRequired,
  busy,
  failure,
  onSubmit,
  onClose,
}: NoteFormDialogProps) => {
  const { t } = useTranslation();
  const id = useId();
  const form = useNoteForm(initial, !passage, onSubmit);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) form.submit(event.currentTarget);
  };
  return (
    <FormDialog
      changed={form.draft.text !== initial.text || form.draft.userNote !== initial.userNote}
      onClose={onClose}
      title={title}
      size="form"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={id} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} className="note-form" noValidate onSubmit={submit}>
        {failure ? (
          <Notice tone="alert" live>
            {failure}
          </Notice>
        ) : null}
        <NoteFormFields form={form} passage={passage} categoryRequired={categoryRequired} />
      </form>
    </FormDialog>
  );
};
