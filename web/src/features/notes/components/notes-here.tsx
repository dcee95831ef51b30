import type { Note } from '@hamkhan/contracts/http/notes';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { useFrom } from '../../../shared/lib/use-media.js';
import { Sheet } from '../../../shared/ui/dialog.js';
import { NoteCard } from './note-card.js';
import { useNoteDialogs } from '../hooks/use-note-dialogs.js';
import './category-field.css';

/** The notes at one place of the text, in a sheet beside it. */
export const NotesHere = ({ notes, onClose }: { notes: readonly Note[]; onClose: () => void }) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const isMedium = useFrom('md');
  const { edit, remove, dialogs } = useNoteDialogs();
  return (
    <>
      <Sheet
        open
        onClose={onClose}
        title={t('here', { count: notes.length, total: number(notes.length) })}
        place={isMedium ? 'end' : 'bottom'}
      >
        <div className="notes-list">
          {notes.map((note) => (
            <NoteCard key={note.id} note={note} inPlace onEdit={edit} onDelete={remove} />
          ))}
        </div>
      </Sheet>
      {dialogs}
    </>
  );
};
