import { CODE_LANGUAGES } from '@hamkhan/contracts/http/editing';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField, TextField } from '../../../shared/ui/field.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import { knownLanguage, LANGUAGE_NAMES } from '../lib/languages.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';

const TAB = '    ';

/** Code with its language and the name of its file, always left to right. Tab indents; after Escape it leaves the field. */
export const CodeEditor = ({ item, onChange }: EditorProps<ItemOf<'code'>>) => {
  const { t } = useTranslation('editing');
  const hint = useId();
  const leaves = useRef(false);
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !leaves.current) {
      event.stopPropagation();
      leaves.current = true;
      return;
    }
    if (event.key !== 'Tab' || event.shiftKey || leaves.current) {
      if (event.key !== 'Shift') leaves.current = false;
      return;
    }
    event.preventDefault();
    const { currentTarget: field } = event;
    const { selectionStart: from, selectionEnd: to, value } = field;
    onChange({ ...item, content: value.slice(0, from) + TAB + value.slice(to) });
    requestAnimationFrame(() => field.setSelectionRange(from + TAB.length, from + TAB.length));
  };
  return (
    <>
      <div className="edit-fields">
        <SelectField
          label={t('code.language')}
          value={knownLanguage(item.language)}
          options={CODE_LANGUAGES.map((value) => ({
            value,
            label: value === 'text' ? t('code.text') : LANGUAGE_NAMES[value],
          }))}
          onChange={(language) => onChange({ ...item, language })}
        />
        <TextField
          label={t('code.filename')}
          dir="ltr"
          maxLength={200}
          value={item.filename ?? ''}
          onChange={(filename) => onChange({ ...item, filename })}
        />
      </div>
      <TextArea
        className="input edit-area edit-area--code"
        dir="ltr"
        lang="en"
        aria-label={t('types.code')}
        aria-describedby={hint}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        rows={6}
        value={item.content}
        onKeyDown={onKey}
        onChange={(event) => onChange({ ...item, content: event.target.value })}
      />
      <p className="small soft" id={hint}>
        {t('code.hint')}
      </p>
    </>
  );
};
