import { cleanTagName, MAX_NOTE_TAGS, MAX_TAG_NAME } from '@hamkhan/contracts/http/notes';
import { foldForSearch } from '@hamkhan/contracts/folding';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { RemovableChip } from '../../../shared/ui/chip.js';
import { useTagNames } from '../api/notes.js';
import { TextInput } from '../../../shared/ui/prime-controls.js';
import './tag-field.css';

const SEPARATOR = /[,،؛;\n]/;

/** Adds a tag, unless the list is full or has it in any spelling variant. */
export const withTag = (tags: readonly string[], typed: string): readonly string[] => {
  const name = cleanTagName(typed).slice(0, MAX_TAG_NAME).trim();
  const isKnown = tags.some((tag) => foldForSearch(tag) === foldForSearch(name));
  return name === '' || isKnown || tags.length >= MAX_NOTE_TAGS ? tags : [...tags, name];
};

type TagFieldProps = {
  tags: readonly string[];
  typed: string;
  onChange: (tags: readonly string[]) => void;
  onTyped: (typed: string) => void;
};

/** The input: Enter, a comma or leaving the field adds the typed tag, Backspace in the empty field removes the last one. */
const TagInput = ({ id, tags, typed, onChange, onTyped }: TagFieldProps & { id: string }) => {
  const [wasFocused, setFocused] = useState(false);
  const suggestions = useTagNames(wasFocused).filter((name) => !tags.includes(name));
  const addTyped = () => {
    onChange(withTag(tags, typed));
    onTyped('');
  };
  const onText = (text: string) => {
    const parts = text.split(SEPARATOR);
    if (parts.length === 1) return onTyped(text);
    onChange(parts.slice(0, -1).reduce(withTag, tags));
    onTyped(parts.at(-1) ?? '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      addTyped();
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1));
  };
  return (
    <>
      <TextInput
        id={id}
        dir={typed ? 'auto' : undefined}
        value={typed}
        maxLength={MAX_TAG_NAME + 1}
        disabled={tags.length >= MAX_NOTE_TAGS}
        list={`${id}-known`}
        autoComplete="off"
        enterKeyHint="done"
        aria-describedby={`${id}-hint`}
        onFocus={() => setFocused(true)}
        onBlur={() => (typed.trim() ? addTyped() : undefined)}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <datalist id={`${id}-known`}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
};

/** The tags of a note, with suggestions from the user's other notes. */
export const TagField = (props: TagFieldProps) => {
  const { tags, onChange } = props;
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const id = useId();
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
        <TagInput id={id} {...props} />
      </div>
      <p className="field__hint" id={`${id}-hint`}>
        {tags.length >= MAX_NOTE_TAGS
          ? t('form.tooManyTags', { max: number(MAX_NOTE_TAGS) })
          : t('form.tagsHint')}
      </p>
    </div>
  );
};
