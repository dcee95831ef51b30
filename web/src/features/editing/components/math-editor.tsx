import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Icon } from '../../../shared/ui/icon.js';
import { type FormulaError, useFormulaError } from '../lib/check-formula.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import { Preview } from './preview.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';

const Wrong = ({ error }: { error: FormulaError }) => {
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

/** A formula in LaTeX, set as it is written; what is wrong with it is said in words. One that is a picture has words beside it. */
export const MathEditor = ({ item, onChange, show }: EditorProps<ItemOf<'math'>>) => {
  const { t } = useTranslation('editing');
  const id = useId();
  const isPicture = item.src !== undefined && item.src !== '';
  const error = useFormulaError(isPicture ? '' : item.content);
  return (
    <>
      {isPicture ? <p className="small soft">{t('math.picture')}</p> : null}
      <TextArea
        className="input edit-area edit-area--code"
        dir="ltr"
        lang="en"
        aria-label={t(isPicture ? 'math.words' : 'math.latex')}
        aria-invalid={error ? true : undefined}
        aria-describedby={id}
        spellCheck={false}
        autoCapitalize="off"
        rows={3}
        placeholder={isPicture ? undefined : '\\frac{a}{b}'}
        value={item.content}
        onChange={(event) => onChange({ ...item, content: event.target.value })}
      />
      <div id={id} aria-live="polite">
        {error ? <Wrong error={error} /> : null}
      </div>
      {isPicture || (item.content.trim() !== '' && error === null) ? <Preview>{show(item)}</Preview> : null}
    </>
  );
};
