import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Icon } from '../../../shared/ui/icon.js';
import { type FormulaError, useFormulaError } from '../lib/check-formula.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import { Preview } from './preview.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';

const FormulaProblem = ({ error }: { error: FormulaError }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  return (
    <p className="field__error">
      <Icon name="error" size="s" />
      <span>
        {t(`math.${error.kind}`)}
        {error.what ? (
          <>
            {' '}
            <bdi className="edit-sign" dir="ltr">
              {error.what}
            </bdi>
          </>
        ) : null}
        {error.at === null ? null : ` ${t('math.at', { at: number(error.at) })}`}
      </span>
    </p>
  );
};

/** A LaTeX formula with a live preview and its errors; a formula stored as an image has a description instead. */
export const MathEditor = ({ item, onChange, show }: EditorProps<ItemOf<'math'>>) => {
  const { t } = useTranslation('editing');
  const id = useId();
  const isImage = item.src !== undefined && item.src !== '';
  const error = useFormulaError(isImage ? '' : item.content);
  return (
    <>
      {isImage ? <p className="small soft">{t('math.picture')}</p> : null}
      <TextArea
        className="input edit-area edit-area--code"
        dir="ltr"
        lang="en"
        aria-label={t(isImage ? 'math.words' : 'math.latex')}
        aria-invalid={error ? true : undefined}
        aria-describedby={id}
        spellCheck={false}
        autoCapitalize="off"
        rows={3}
        placeholder={isImage ? undefined : '\\frac{a}{b}'}
        value={item.content}
        onChange={(event) => onChange({ ...item, content: event.target.value })}
      />
      <div id={id} aria-live="polite">
        {error ? <FormulaProblem error={error} /> : null}
      </div>
      {isImage || (item.content.trim() !== '' && error === null) ? <Preview>{show(item)}</Preview> : null}
    </>
  );
};
