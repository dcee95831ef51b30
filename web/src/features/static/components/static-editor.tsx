import {
  MAX_STATIC_CONTENT,
  MAX_STATIC_TITLE,
  type StaticPageResponse,
} from '@hamkhan/contracts/http/static-pages';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { useLeaveGuard } from '../../../shared/lib/use-leave-guard.js';
import { Button } from '../../../shared/ui/button.js';
import { DiscardDialog } from '../../../shared/ui/discard-dialog.js';
import { TextField } from '../../../shared/ui/field.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { Switch } from '../../../shared/ui/switch.js';
import { updateStaticPage } from '../api/static-pages.js';
import { StaticText } from './static-text.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';
import './static-editor.css';

type StaticPageForm = Pick<StaticPageResponse, 'title' | 'content' | 'header' | 'footer'>;

/** The text of the page, as a field or as a preview. */
const ContentField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation('static');
  const id = useId();
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  return (
    <>
      <Segmented
        label={t('editor.mode')}
        value={mode}
        options={[
          { value: 'write', label: t('editor.write'), icon: 'edit' },
          { value: 'preview', label: t('editor.preview'), icon: 'eye' },
        ]}
        onChange={setMode}
      />
      {mode === 'write' ? (
        <div className="field">
          <label htmlFor={id}>{t('editor.text')}</label>
          <TextArea
            id={id}
            className="input static-editor__text"
            dir="auto"
            value={value}
            maxLength={MAX_STATIC_CONTENT}
            aria-describedby={`${id}-hint`}
            onChange={(event) => onChange(event.target.value)}
          />
          <p className="field__hint" id={`${id}-hint`}>
            {t('editor.hint')}
          </p>
        </div>
      ) : (
        <StaticText content={value} />
      )}
    </>
  );
};

/** The form in which staff edit a static page in the language of the screen, with a preview. */
export const StaticEditor = ({
  page,
  onSaved,
  onCancel,
}: {
  page: StaticPageResponse;
  onSaved: (page: StaticPageResponse) => void;
  onCancel: () => void;
}) => {
  const { t } = useTranslation('static');
  const { t: tc } = useTranslation();
  const [form, setForm] = useState<StaticPageForm>({
    title: page.title,
    content: page.content,
    header: page.header,
    footer: page.footer,
  });
  const set = (part: Partial<StaticPageForm>) => setForm((known) => ({ ...known, ...part }));
  const [asking, setAsking] = useState(false);
  const changed =
    form.title !== page.title ||
    form.content !== page.content ||
    form.header !== page.header ||
    form.footer !== page.footer;
  const guard = useLeaveGuard(changed);
  const { errors, busy, run } = useFormErrors(['title', 'content'], (error) =>
    error instanceof ApiError && error.status === 409 ? t('editor.conflict') : undefined,
  );

  const save = (event: FormEvent) => {
    event.preventDefault();
    const { slug, language, revision } = page;
    void run(async () => {
      const saved = await updateStaticPage(slug, { language, ...form, revision });
      showMessage('success', t('editor.saved'));
      onSaved(saved);
    });
  };

  return (
    <form className="static-editor" onSubmit={save} noValidate>
      <h1>{t('editor.title', { title: page.title })}</h1>
      <TextField
        label={t('editor.name')}
        value={form.title}
        maxLength={MAX_STATIC_TITLE}
        errors={errors.fields.title}
        onChange={(title) => set({ title })}
      />
      <ContentField value={form.content} onChange={(content) => set({ content })} />
      <Switch label={t('editor.header')} checked={form.header} onChange={(header) => set({ header })} />
      <Switch label={t('editor.footer')} checked={form.footer} onChange={(footer) => set({ footer })} />
      {[...errors.general, ...(errors.fields.content ?? [])].map((text) => (
        <Notice key={text} tone="alert" live>
          {text}
        </Notice>
      ))}
      <div className="static-editor__ways">
        <Button look="main" type="submit" busy={busy}>
          {t('editor.save')}
        </Button>
        <Button onClick={() => (changed ? setAsking(true) : onCancel())}>{tc('cancel')}</Button>
      </div>
      <DiscardDialog
        open={asking || guard.asks}
        onDiscard={() => (asking ? onCancel() : guard.leave())}
        onStay={() => {
          setAsking(false);
          guard.stay();
        }}
      />
    </form>
  );
};
