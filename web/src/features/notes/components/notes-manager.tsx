import { NOTE_CATEGORIES, type Note } from '@hamkhan/contracts/http/notes';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { saveFile } from '../../../shared/lib/save-file.js';
import { Button } from '../../../shared/ui/button.js';
import { ToggleChip } from '../../../shared/ui/chip.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { SearchField, SelectField } from '../../../shared/ui/field.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu } from '../../../shared/ui/menu.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { EmptyState, ErrorState } from '../../../shared/ui/state-block.js';
import { useNotes } from '../api/notes.js';
import { EXPORT_FORMATS, exportFile, type ExportFormat } from '../lib/export-notes.js';
import {
  byDocument,
  documentsOf,
  filterNotes,
  inOrder,
  isFiltered,
  NO_FILTER,
  NOTE_ORDERS,
  type NoteFilter,
  type NoteOrder,
  tagsOf,
  titleOf,
} from '../lib/filter-notes.js';
import { NoteCard } from './note-card.js';
import { useNoteDialogs } from './use-note-dialogs.js';
import './category.css';
import './notes-manager.css';

/** Notes shown at once; more on demand. */
const STEP = 50;
const MAX_TAGS_SHOWN = 30;

const Filters = ({
  notes,
  filter,
  onChange,
}: {
  notes: readonly Note[];
  filter: NoteFilter;
  onChange: (part: Partial<NoteFilter>) => void;
}) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const documents = useMemo(() => documentsOf(notes), [notes]);
  const isKnown = documents.some(({ key }) => key === filter.documentKey);
  const here = filterNotes(notes, { ...NO_FILTER, documentKey: filter.documentKey });
  const tags = tagsOf(here).slice(0, MAX_TAGS_SHOWN);
  return (
    <aside className="notes-filters" aria-label={t('filters')}>
      <SearchField
        label={t('search')}
        value={filter.search}
        maxLength={200}
        onChange={(search) => onChange({ search })}
      />
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
      <div className="field">
        <span className="field__name" id="notes-categories">
          {t('categories')}
        </span>
        <div className="notes-filters__categories" role="group" aria-labelledby="notes-categories">
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
              <span className="num">{number(here.filter((note) => note.category === category).length)}</span>
            </button>
          ))}
        </div>
      </div>
      {tags.length > 0 ? (
        <div className="field">
          <span className="field__name" id="notes-tags">
            {t('tags')}
          </span>
          <div className="notes-filters__tags" role="group" aria-labelledby="notes-tags">
            {tags.map(({ name }) => (
              <ToggleChip
                key={name}
                pressed={filter.tag === name}
                onToggle={() => onChange({ tag: filter.tag === name ? null : name })}
              >
                <bdi className="cut">{name}</bdi>
              </ToggleChip>
            ))}
          </div>
        </div>
      ) : null}
    </aside>
  );
};

const GHOSTS = [84, 62, 73, 91];
const Ghosts = () => {
  const { t } = useTranslation();
  return (
    <div className="notes-list" role="status" aria-busy="true" aria-label={t('loading')}>
      {GHOSTS.map((width) => (
        <div key={width} className="note-card">
          <div className="note-card__head">
            <Skeleton width="5rem" height="1rem" />
          </div>
          <Skeleton width={`${width}%`} height="1rem" />
          <Skeleton width={`${width * 0.7}%`} height="1rem" />
          <Skeleton width="9rem" height="0.75rem" />
        </div>
      ))}
    </div>
  );
};

/** All that a reader has noted, over the whole screen (ACC-NOTES-01). */
export const NotesManager = ({
  documentKey,
  onClose,
}: {
  /** The document to begin with, null for all. */
  documentKey: string | null;
  onClose: () => void;
}) => {
  const { t } = useTranslation('notes');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { number, date } = useFormat();
  const { notes, error, retrying, retry } = useNotes(null);
  const [filter, setFilter] = useState<NoteFilter>({ ...NO_FILTER, documentKey });
  const [order, setOrder] = useState<NoteOrder>('new');
  const [limit, setLimit] = useState(STEP);
  const { edit, remove, dialogs } = useNoteDialogs();

  const found = useMemo(
    () => (notes ? inOrder(filterNotes(notes, filter), order) : []),
    [notes, filter, order],
  );
  const change = (part: Partial<NoteFilter>) => {
    setFilter((now) => ({ ...now, ...part }));
    setLimit(STEP);
  };
  const save = (format: ExportFormat) =>
    saveFile(
      exportFile(format, found, {
        title: t('export.title'),
        page: (page) => t('card.page', { page: number(page + 1) }),
        category: (category) => t(`category.${category}`),
        date,
        columns: t('export.columns', { returnObjects: true }),
      }),
    );

  const body = () => {
    if (!notes) {
      return error ? (
        <ErrorState
          title={t('failed')}
          text={errorText(error, te)}
          action={
            <Button icon="refresh" busy={retrying} onClick={retry}>
              {tc('retry')}
            </Button>
          }
        />
      ) : (
        <Ghosts />
      );
    }
    if (notes.length === 0) return <EmptyState icon="note" title={t('empty')} text={t('emptyHint')} />;
    if (found.length === 0) {
      const isOnlyDocument = !isFiltered({ ...filter, documentKey: null });
      return (
        <EmptyState
          icon={isOnlyDocument ? 'note' : 'search'}
          title={t(isOnlyDocument ? 'emptyHere' : 'nothingFound')}
          text={isOnlyDocument ? t('emptyHint') : undefined}
          action={<Button onClick={() => change(NO_FILTER)}>{t('showAll')}</Button>}
        />
      );
    }
    return (
      <>
        {byDocument(found.slice(0, limit)).map(({ document, notes: group }) => (
          <section key={document.key} className="notes-group">
            <h3 className="notes-group__title">
              <Icon name="book" size="s" />
              <bdi className="cut">{titleOf(document)}</bdi>
            </h3>
            <div className="notes-list">
              {group.map((note) => (
                <NoteCard key={note.id} note={note} onEdit={edit} onDelete={remove} />
              ))}
            </div>
          </section>
        ))}
        {found.length > limit ? (
          <Button className="notes-more" onClick={() => setLimit(limit + STEP)}>
            {t('more')}
          </Button>
        ) : null}
      </>
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      place="full"
      tools={
        found.length > 0 ? (
          <Menu
            label={t('export.label')}
            entries={EXPORT_FORMATS.map((format) => ({
              label: t(`export.${format}`),
              icon: 'file',
              onSelect: () => save(format),
            }))}
            trigger={(props) => <IconButton {...props} icon="download" label={t('export.label')} />}
          />
        ) : null
      }
    >
      <div className="notes">
        {notes && notes.length > 0 ? <Filters notes={notes} filter={filter} onChange={change} /> : null}
        <div className="notes__main">
          {notes && notes.length > 0 ? (
            <div className="notes__tools">
              <span className="num" role="status">
                {t('count', { count: found.length, total: number(found.length) })}
              </span>
              <span className="grow" />
              <Segmented
                label={t('sort.label')}
                value={order}
                options={NOTE_ORDERS.map((value) => ({ value, label: t(`sort.${value}`) }))}
                onChange={setOrder}
              />
            </div>
          ) : null}
          {body()}
        </div>
      </div>
      {dialogs}
    </Dialog>
  );
};
