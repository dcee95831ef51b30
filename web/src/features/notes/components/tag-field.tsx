import { cleanTagName, MAX_NOTE_TAGS, MAX_TAG_NAME } from '@hamkhan/contracts/http/notes';
import { foldForSearch } from '@hamkhan/contracts/folding';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { RemovableChip } from '../../../shared/ui/chip.js';
import { useTagNames } from '../api/notes.js';
import './tag-field.css';

const SEPARATOR = /[,،؛;\n]/;

/** Tags with one more, unless it is there already, however it is written. */
export const withTag = (tags: readonly string[], typed: string): readonly string[] => {
  const name = cleanTagName(typed).slice(0, MAX_TAG_NAME).trim();
  const isKnown = tags.some((tag) => foldForSearch(tag) === foldForSearch(name));
  return name === '' || isKnown || tags.length >= MAX_NOTE_TAGS ? tags : [...tags, name];
};

/** Words of one's own: Enter or a comma ends one, Backspace takes the last one back. Those used before are offered. */
export const TagField = ({
  tags,
  typed,
  onChange,
  onTyped,
}: {
  tags: readonly string[];
  typed: string;
  onChange: (tags: readonly string[]) => void;
  onTyped: (typed: string) => void;
}) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const id = useId();
  const [asked, setAsked] = useState(false);
  const known = useTagNames(asked).filter((name) => !tags.includes(name));
  const isFull = tags.length >= MAX_NOTE_TAGS;

  const add = (text: string) => {
    onChange(withTag(tags, text));
    onTyped('');
  };
  const type = (text: string) => {
    const parts = text.split(SEPARATOR);
    if (parts.length === 1) return onTyped(text);
    onChange(parts.slice(0, -1).reduce(withTag, tags));
    onTyped(parts.at(-1) ?? '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1));
  };

  return (
    <div className="field">
      <label htmlFor={id}>{t('form.tags')}</label>
      <div className="input tag-field">
        {tags.map((name) => (
          <RemovableChip
            key={name}
            removeLabel={t('form.removeTag', { name })}
            onRemove={() => onChange(tags.filter((one) => one !== name))}
          >
            <bdi className="cut">{name}</bdi>
          </RemovableChip>
        ))}
        <input
          id={id}
          dir={typed ? 'auto' : undefined}
          value={typed}
          maxLength={MAX_TAG_NAME + 1}
          disabled={isFull}
          list={`${id}-known`}
          autoComplete="off"
          enterKeyHint="done"
          aria-describedby={`${id}-hint`}
          onFocus={() => setAsked(true)}
          onBlur={() => (typed.trim() ? add(typed) : undefined)}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <datalist id={`${id}-known`}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <p className="field__hint" id={`${id}-hint`}>
        {isFull ? t('form.tooManyTags', { max: number(MAX_NOTE_TAGS) }) : t('form.tagsHint')}
      </p>
    </div>
  );
};
