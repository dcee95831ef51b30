import { NOTE_CATEGORIES, type Note } from '@hamkhan/contracts/http/notes';
import { type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { ToggleChip } from '../../../shared/ui/chip.js';
import { SearchField, SelectField } from '../../../shared/ui/field.js';
import { documentsOf, filterNotes, NO_FILTER, type NoteFilter, tagsOf } from '../lib/filter-notes.js';

const MAX_TAGS_SHOWN = 30;

type NotesFiltersProps = {
  notes: readonly Note[];
  filter: NoteFilter;
  onChange: (part: Partial<NoteFilter>) => void;
};

const DocumentFilter = ({ notes, filter, onChange }: NotesFiltersProps) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const documents = useMemo(() => documentsOf(notes), [notes]);
  const isKnown = documents.some(({ key }) => key === filter.documentKey);
  return (
    <SelectField
      label={t('document.label')}
      value={filter.documentKey ?? ''}
      options={[
        { value: '', label: t('document.all') },
        ...documents.map(({ key, title, count }) => ({ value: key, label: `${title} (${number(count)})` })),
        ...(filter.documentKey !== null && !isKnown ? [{ value: filter.documentKey, label: '–' }] : []),
      ]}
      onChange={(key) => onChange({ documentKey: key === '' ? null : key, tag: null })}
    />
  );
};

const FilterGroup = ({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <div className="field">
      <span className="field__name" id={id}>
        {label}
      </span>
      <div className={className} role="group" aria-labelledby={id}>
        {children}
      </div>
    </div>
  );
};

/** The filters beside the list: search, document, category and tag. */
export const NotesFilters = ({ notes, filter, onChange }: NotesFiltersProps) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const inDocument = filterNotes(notes, { ...NO_FILTER, documentKey: filter.documentKey });
  const tags = tagsOf(inDocument).slice(0, MAX_TAGS_SHOWN);
  return (
    <aside className="notes-filters" aria-label={t('filters')}>
      <SearchField
        label={t('search')}
        value={filter.search}
        maxLength={200}
        onChange={(search) => onChange({ search })}
      />
      <DocumentFilter notes={notes} filter={filter} onChange={onChange} />
      <FilterGroup label={t('categories')} className="notes-filters__categories">
        {NOTE_CATEGORIES.map((category) => (
          <button
            key={category}
            type="button"
            className="note-category note-category--choice"
            data-category={category}
            aria-pressed={filter.category === category}
            onClick={() => onChange({ category: filter.category === category ? null : category })}
          >
            <span className="grow">{t(`category.${category}`)}</span>
            <span className="num">
              {number(inDocument.filter((note) => note.category === category).length)}
            </span>
          </button>
        ))}
      </FilterGroup>
      {tags.length > 0 ? (
        <FilterGroup label={t('tags')} className="notes-filters__tags">
          {tags.map(({ name }) => (
            <ToggleChip
              key={name}
              pressed={filter.tag === name}
              onToggle={() => onChange({ tag: filter.tag === name ? null : name })}
            >
              <bdi className="cut">{name}</bdi>
            </ToggleChip>
          ))}
        </FilterGroup>
      ) : null}
    </aside>
  );
};
