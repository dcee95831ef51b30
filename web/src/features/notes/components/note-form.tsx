import { MAX_NOTE_TEXT, MAX_NOTE_WORDS, type NoteCategory } from '@hamkhan/contracts/http/notes';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { TextAreaField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { Notice } from '../../../shared/ui/notice.js';
import { CategoryField } from './category.js';
import { TagField, withTag } from './tag-field.js';
import './note-form.css';

export type NoteFields = { text: string; userNote: string; category: NoteCategory; tags: readonly string[] };
type Draft = Omit<NoteFields, 'category'> & { category: NoteCategory | null };

/** The dialog in which a note is written or changed. `failure` is what the server said to the last try. */
export const NoteFormDialog = ({
  title,
  submitLabel,
  start,
  passage,
  categoryRequired,
  busy,
  failure,
  onSubmit,
  onClose,
}: {
  title: string;
  submitLabel: string;
  start: Draft;
  /** Shown as it was selected; where it is left out, the text can be changed. */
  passage?: ReactNode;
  categoryRequired: string;
  busy: boolean;
  failure: string | null;
  onSubmit: (fields: NoteFields) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('notes');
  const { t: tc } = useTranslation();
  const { number } = useFormat();
  const form = useId();
  const [text, setText] = useState(start.text);
  const [userNote, setUserNote] = useState(start.userNote);
  const [category, setCategory] = useState(start.category);
  const [tags, setTags] = useState(start.tags);
  const [typedTag, setTypedTag] = useState('');
  const [tried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const noText = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    if (noText || category === null) {
      const wrong = noText && !passage ? 'textarea' : '[role="radio"][tabindex="0"]';
      element.current?.querySelector<HTMLElement>(wrong)?.focus();
      return;
    }
    onSubmit({ text, userNote, category, tags: withTag(tags, typedTag) });
  };

  return (
    <FormDialog
      changed={text !== start.text || userNote !== start.userNote}
      onClose={onClose}
      title={title}
      size="form"
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="main" type="submit" form={form} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form ref={element} id={form} className="note-form" noValidate onSubmit={submit}>
        {failure ? (
          <Notice tone="alert" live>
            {failure}
          </Notice>
        ) : null}
        {passage ?? (
          <TextAreaField
            label={t('form.text')}
            value={text}
            dir="auto"
            rows={4}
            maxLength={MAX_NOTE_TEXT}
            required
            errors={tried && noText ? [t('form.textRequired')] : []}
            onChange={setText}
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
          onChange={setUserNote}
        />
        <CategoryField
          value={category}
          error={tried && category === null ? categoryRequired : undefined}
          onChange={setCategory}
        />
        <TagField tags={tags} typed={typedTag} onChange={setTags} onTyped={setTypedTag} />
      </form>
    </FormDialog>
  );
};
