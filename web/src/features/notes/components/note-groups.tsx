import type { Note } from '@hamkhan/contracts/http/notes';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/icon.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { groupByDocument, titleOf } from '../lib/filter-notes.js';
import { NoteCard } from './note-card.js';

/** Notes under the titles of their documents. */
export const NoteGroups = ({
  notes,
  onEdit,
  onDelete,
}: {
  notes: readonly Note[];
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
}) =>
  groupByDocument(notes).map(({ document, notes: group }) => (
    <section key={document.key} className="notes-group">
      <h3 className="notes-group__title">
        <Icon name="book" size="s" />
        <bdi className="cut">{titleOf(document)}</bdi>
      </h3>
      <div className="notes-list">
        {group.map((note) => (
          <NoteCard key={note.id} note={note} onEdit={onEdit} onDelete={onDelete} />
        ))}
      </div>
    </section>
  ));

const SKELETON_WIDTHS = [84, 62, 73, 91];

export const NotesSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className="notes-list" role="status" aria-busy="true" aria-label={t('loading')}>
      {SKELETON_WIDTHS.map((width) => (
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
