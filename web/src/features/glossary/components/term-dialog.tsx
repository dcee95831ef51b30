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
  /** The term that is changed; null for a new one. */
  term: GlossaryTerm | null;
  onSave: (draft: TermDraft) => Promise<unknown>;
  onClose: () => void;
};

/** One term and its Persian form. The term itself stays as it is: another one is another term. */
export const TermDialog = ({ term, onSave, onClose }: TermDialogProps) => {
  const { t } = useTranslation('glossary');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const formId = useId();
  const [draft, setDraft] = useState<TermDraft>({
    term: term?.term ?? '',
    translation: term?.translation ?? '',
    note: term?.note ?? '',
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change = (name: keyof TermDraft) => (value: string) => setDraft({ ...draft, [name]: value });
  const fields = error instanceof ApiError ? error.fields : {};
  const isWhole = draft.term.trim() !== '' && draft.translation.trim() !== '';

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isWhole || busy) return;
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

  return (
    <Dialog
      open
      size="form"
      onClose={onClose}
      title={t(term ? 'edit' : 'add')}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="main" type="submit" form={formId} busy={busy} disabled={!isWhole}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="term-form" onSubmit={(event) => void submit(event)}>
        {error && Object.keys(fields).length === 0 ? (
          <Notice tone="alert" live>
            {errorText(error, te)}
          </Notice>
        ) : null}
        <TextField
          label={t('term')}
          dir="auto"
          value={draft.term}
          maxLength={MAX_TERM}
          readOnly={term !== null}
          hint={term ? t('termFixed') : t('termHint')}
          errors={fields['term']}
          onChange={change('term')}
        />
        <TextField
          label={t('translation')}
          lang="fa"
          dir="rtl"
          value={draft.translation}
          maxLength={MAX_TERM_TRANSLATION}
          errors={fields['translation']}
          onChange={change('translation')}
        />
        <TextField
          label={t('note')}
          dir="auto"
          hint={t('noteHint')}
          value={draft.note}
          maxLength={MAX_TERM_NOTE}
          errors={fields['note']}
          onChange={change('note')}
        />
      </form>
    </Dialog>
  );
};
