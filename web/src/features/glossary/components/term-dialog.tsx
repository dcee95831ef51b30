import {
  MAX_TERM,
  MAX_TERM_NOTE,
  MAX_TERM_TRANSLATION,
  type GlossaryTerm,
} from '@hamkhan/contracts/http/glossary';
import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { TextField } from '../../../shared/ui/field.js';
import { Notice } from '../../../shared/ui/notice.js';
import type { TermDraft } from '../api/use-glossary.js';

export type TermDialogProps = {
  /** The term to change; null for a new one. */
  term: GlossaryTerm | null;
  onSave: (draft: TermDraft) => Promise<unknown>;
  onClose: () => void;
};

/** The values of the form, whether they are complete, and saving them. */
const useTermForm = ({ term, onSave, onClose }: TermDialogProps) => {
  const [draft, setDraft] = useState<TermDraft>({
    term: term?.term ?? '',
    translation: term?.translation ?? '',
    note: term?.note ?? '',
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isComplete = draft.term.trim() !== '' && draft.translation.trim() !== '';
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isComplete || busy) return;
    setBusy(true);
    setError(null);
    try {
      await onSave(draft);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return {
    draft,
    change: (name: keyof TermDraft) => (value: string) => setDraft({ ...draft, [name]: value }),
    busy,
    error,
    fieldErrors: error instanceof ApiError ? error.fields : {},
    isComplete,
    submit,
  };
};

const TermFields = ({
  form: { draft, change, fieldErrors },
  isNew,
}: {
  form: ReturnType<typeof useTermForm>;
  isNew: boolean;
}) => {
  const { t } = useTranslation('glossary');
  return (
    <>
      <TextField
        label={t('term')}
        dir="auto"
        value={draft.term}
        maxLength={MAX_TERM}
        readOnly={!isNew}
        hint={isNew ? t('termHint') : t('termFixed')}
        errors={fieldErrors['term']}
        onChange={change('term')}
      />
      <TextField
        label={t('translation')}
        lang="fa"
        dir="rtl"
        value={draft.translation}
        maxLength={MAX_TERM_TRANSLATION}
        errors={fieldErrors['translation']}
        onChange={change('translation')}
      />
      <TextField
        label={t('note')}
        dir="auto"
        hint={t('noteHint')}
        value={draft.note}
        maxLength={MAX_TERM_NOTE}
        errors={fieldErrors['note']}
        onChange={change('note')}
      />
    </>
  );
};

/** Adds a term, or changes the translation and note of one; the term itself cannot be changed. */
export const TermDialog = (props: TermDialogProps) => {
  const { term, onClose } = props;
  const { t } = useTranslation('glossary');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const formId = useId();
  const form = useTermForm(props);
  return (
    <Dialog
      open
      size="form"
      onClose={onClose}
      title={t(term ? 'edit' : 'add')}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="main" type="submit" form={formId} busy={form.busy} disabled={!form.isComplete}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="term-form" onSubmit={(event) => void form.submit(event)}>
        {form.error && Object.keys(form.fieldErrors).length === 0 ? (
          <Notice tone="alert" live>
            {errorText(form.error, te)}
          </Notice>
        ) : null}
        <TermFields form={form} isNew={term === null} />
      </form>
    </Dialog>
  );
};
