import type { CreateNoteRequest } from '@hamkhan/contracts/http/notes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { type NewNote, useNoteChanges } from '../api/notes.js';
import { NoteFormDialog, type NoteFields } from './note-form-dialog.js';

/** A selected passage: all of a new note except what its author writes. */
export type NotePassage = Omit<NewNote, 'user_note' | 'category' | 'tags'>;

/** The dialog to take a note on a passage (RDR-NOTES-01). */
export const TakeNoteDialog = ({ selected, onClose }: { selected: NotePassage; onClose: () => void }) => {
  const { t } = useTranslation('notes');
  const { t: te } = useTranslation('errors');
  const { create } = useNoteChanges();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const save = async ({ userNote, category, tags }: NoteFields) => {
    setBusy(true);
    setFailure(null);
    const note: CreateNoteRequest & NewNote = { ...selected, user_note: userNote, category, tags: [...tags] };
    try {
      await create(note);
      onClose();
      showMessage('success', t('create.saved'));
    } catch (error) {
      setFailure(`${t('create.failed')}. ${errorText(error, te)}`);
    } finally {
      setBusy(false);
    }
  };

  return (
    <NoteFormDialog
      title={t('create.title')}
      submitLabel={t('form.save')}
      initial={{ text: selected.text, userNote: '', category: null, tags: [] }}
      passage={
        <blockquote
          className="note-passage"
          dir={selected.version === 0 ? 'auto' : 'rtl'}
          aria-label={t('form.passage')}
          // A long passage scrolls, and keys need the focus for that.
          tabIndex={0}
        >
          {selected.text}
        </blockquote>
      }
      categoryRequired={t('create.categoryRequired')}
      busy={busy}
      failure={failure}
      onSubmit={(fields) => void save(fields)}
      onClose={onClose}
    />
  );
};
