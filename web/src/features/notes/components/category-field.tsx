import { NOTE_CATEGORIES, type NoteCategory } from '@hamkhan/contracts/http/notes';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/icon.js';
import './category-field.css';

/** The name of a category, with its colour. */
export const CategoryName = ({ category }: { category: NoteCategory }) => {
  const { t } = useTranslation('notes');
  return (
    <span className="note-category" data-category={category}>
      {t(`category.${category}`)}
    </span>
  );
};

const STEPS: Record<string, (rtl: boolean) => number> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  ArrowRight: (rtl) => (rtl ? -1 : 1),
  ArrowLeft: (rtl) => (rtl ? 1 : -1),
};

/** The category that an arrow key leads to; undefined for any other key. */
const categoryAfter = (key: string, value: NoteCategory | null): NoteCategory | undefined => {
  const step = STEPS[key]?.(document.documentElement.dir === 'rtl');
  if (step === undefined) return undefined;
  const from = value === null ? (step > 0 ? -1 : 0) : NOTE_CATEGORIES.indexOf(value);
  return NOTE_CATEGORIES[(from + step + NOTE_CATEGORIES.length) % NOTE_CATEGORIES.length];
};

type ChoicesProps = {
  value: NoteCategory | null;
  onChange: (value: NoteCategory | null) => void;
};

/** One button for each category; clicking the chosen one clears the choice. */
const CategoryChoices = ({
  value,
  onChange,
  onKeyDown,
}: ChoicesProps & { onKeyDown: (event: KeyboardEvent) => void }) => {
  const { t } = useTranslation('notes');
  return NOTE_CATEGORIES.map((category, index) => (
    <button
      key={category}
      type="button"
      role="radio"
      className="note-category note-category--choice"
      data-category={category}
      aria-checked={category === value}
      tabIndex={category === value || (value === null && index === 0) ? 0 : -1}
      onKeyDown={onKeyDown}
      onClick={() => onChange(category === value ? null : category)}
    >
      {t(`category.${category}`)}
    </button>
  ));
};

/** A choice of one of the five categories. */
export const CategoryField = ({ value, error, onChange }: ChoicesProps & { error: string | undefined }) => {
  const { t } = useTranslation('notes');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = categoryAfter(event.key, value);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    root.current?.querySelector<HTMLElement>(`[data-category="${next}"]`)?.focus();
  };

  return (
    <div className={`field${error ? ' field--bad' : ''}`}>
      <span className="field__name" id={id}>
        {t('form.category')}
      </span>
      <div
        ref={root}
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        aria-required
        className="category-choice"
      >
        <CategoryChoices value={value} onChange={onChange} onKeyDown={onKeyDown} />
      </div>
      <div id={`${id}-error`} aria-live="polite">
        {error ? (
          <p className="field__error">
            <Icon name="error" size="s" />
            <span>{error}</span>
          </p>
        ) : null}
      </div>
    </div>
  );
};
