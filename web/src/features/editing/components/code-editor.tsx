import { CODE_LANGUAGES } from '@hamkhan/contracts/http/edited-items';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField, TextField } from '../../../shared/ui/field.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import { knownLanguage, LANGUAGE_NAMES } from '../lib/code-languages.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';

const TAB = '    ';

/** Makes Tab indent in a text field; Escape lets the next Tab leave the field. */
const useTabIndent = (onIndent: (text: string) => void) => {
  const isLeaving = useRef(false);
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !isLeaving.current) {
      event.stopPropagation();
      isLeaving.current = true;
      return;
    }
    if (event.key !== 'Tab' || event.shiftKey || isLeaving.current) {
      if (event.key !== 'Shift') isLeaving.current = false;
      return;
    }
    event.preventDefault();
    const { currentTarget: field } = event;
    const { selectionStart: from, selectionEnd: to, value } = field;
    onIndent(value.slice(0, from) + TAB + value.slice(to));
    requestAnimationFrame(() => field.setSelectionRange(from + TAB.length, from + TAB.length));
  };
};

/** Code with its language and file name, always left to right. */
export const CodeEditor = ({ item, onChange }: EditorProps<ItemOf<'code'>>) => {
  const { t } = useTranslation('editing');
  const hint = useId();
  const onKey = useTabIndent((content) => onChange({ ...item, content }));
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
