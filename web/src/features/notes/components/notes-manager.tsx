import type { Note } from '@hamkhan/contracts/http/notes';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { EmptyState } from '../../../shared/ui/state-block.js';
import { useNotes } from '../api/notes.js';
import { useNoteDialogs } from '../hooks/use-note-dialogs.js';
import {
  filterNotes,
  sortNotes,
  isFiltered,
  NO_FILTER,
  NOTE_ORDERS,
  type NoteFilter,
  type NoteOrder,
} from '../lib/filter-notes.js';
import { ExportMenu } from './export-menu.js';
import { NoteGroups, NotesSkeleton } from './note-groups.js';
import { NotesFilters } from './notes-filters.js';
import './category-field.css';
import './notes-manager.css';

/** Notes shown at first, and added by each "show more". */
const NOTES_PER_STEP = 50;

/** The filter, order and length of the list, and the notes they select. */
const useFilteredNotes = (notes: readonly Note[] | undefined, documentKey: string | null) => {
  const [filter, setFilter] = useState<NoteFilter>({ ...NO_FILTER, documentKey });
  const [order, setOrder] = useState<NoteOrder>('new');
  const [limit, setLimit] = useState(NOTES_PER_STEP);
  const found = useMemo(
    () => (notes ? sortNotes(filterNotes(notes, filter), order) : []),
    [notes, filter, order],
  );
  const changeFilter = (part: Partial<NoteFilter>) => {
    setFilter((now) => ({ ...now, ...part }));
    setLimit(NOTES_PER_STEP);
  };
  return {
    filter,
    changeFilter,
    order,
    setOrder,
    found,
    shown: found.slice(0, limit),
    showMore: found.length > limit ? () => setLimit(limit + NOTES_PER_STEP) : null,
  };
};

type FilteredNotes = ReturnType<typeof useFilteredNotes>;

const ListTools = ({ list: { found, order, setOrder } }: { list: FilteredNotes }) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  return (
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
  );
};

/** The user has notes, but none that match. */
const NothingFound = ({ list: { filter, changeFilter } }: { list: FilteredNotes }) => {
  const { t } = useTranslation('notes');
  const isOnlyDocument = !isFiltered({ ...filter, documentKey: null });
  return (
    <EmptyState
      icon={isOnlyDocument ? 'note' : 'search'}
      title={t(isOnlyDocument ? 'emptyHere' : 'nothingFound')}
      text={isOnlyDocument ? t('emptyHint') : undefined}
      action={<Button onClick={() => changeFilter(NO_FILTER)}>{t('showAll')}</Button>}
    />
  );
};

type FoundNotesProps = {
  list: FilteredNotes;
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
};

const FoundNotes = ({ list: { shown, showMore }, onEdit, onDelete }: FoundNotesProps) => {
  const { t } = useTranslation('notes');
  return (
    <>
      <NoteGroups notes={shown} onEdit={onEdit} onDelete={onDelete} />
      {showMore ? (
        <Button className="notes-more" onClick={showMore}>
          {t('more')}
        </Button>
      ) : null}
    </>
  );
};

/** All notes of the user, full screen (ACC-NOTES-01). */
export const NotesManager = ({
  documentKey,
  onClose,
}: {
  /** The document shown first; null for all. */
  documentKey: string | null;
  onClose: () => void;
}) => {
  const { t } = useTranslation('notes');
  const { notes, error, retrying, retry } = useNotes(null);
  const list = useFilteredNotes(notes, documentKey);
  const { edit, remove, dialogs } = useNoteDialogs();
  const hasNotes = notes !== undefined && notes.length > 0;
  const body = () => {
    if (!notes)
      return error ? (
        <LoadError title={t('failed')} error={error} busy={retrying} onRetry={retry} />
      ) : (
        <NotesSkeleton />
      );
    if (notes.length === 0) return <EmptyState icon="note" title={t('empty')} text={t('emptyHint')} />;
    if (list.found.length === 0) return <NothingFound list={list} />;
    return <FoundNotes list={list} onEdit={edit} onDelete={remove} />;
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      place="full"
      tools={list.found.length > 0 ? <ExportMenu notes={list.found} /> : null}
    >
      <div className="notes">
        {hasNotes ? <NotesFilters notes={notes} filter={list.filter} onChange={list.changeFilter} /> : null}
        <div className="notes__main">
          {hasNotes ? <ListTools list={list} /> : null}
          {body()}
        </div>
      </div>
      {dialogs}
    </Dialog>
  );
};
