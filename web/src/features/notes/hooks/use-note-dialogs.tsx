import type { Note } from '@hamkhan/contracts/http/notes';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { useNoteChanges } from '../api/notes.js';
import { NoteFormDialog, type NoteFields } from '../components/note-form-dialog.js';

type OpenDialog = { action: 'edit' | 'delete'; note: Note } | null;

/** Saves and deletes a note, and reports the result. `onClose` closes its dialog. */
const useNoteRequests = (onClose: () => void) => {
  const { t } = useTranslation('notes');
  const { t: te } = useTranslation('errors');
  const changes = useNoteChanges();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    onClose();
    setFailure(null);
  };

  const update = async (note: Note, { text, userNote, category, tags }: NoteFields) => {
    setBusy(true);
    try {
      await changes.update(note.id, { text, category, user_note: userNote, tags: [...tags] });
      close();
      showMessage('success', t('edit.saved'));
    } catch (error) {
      setFailure(`${t('edit.failed')}. ${errorText(error, te)}`);
    } finally {
      setBusy(false);
    }
  };
  const remove = async (note: Note) => {
    setBusy(true);
    try {
      await changes.remove(note.id);
      showMessage('success', t('delete.done'), { about: note.id });
    } catch (error) {
      showMessage('alert', `${t('delete.failed')}. ${errorText(error, te)}`, { about: note.id });
    } finally {
      setBusy(false);
      close();
    }
  };
  return { busy, failure, close, update, remove };
};

type DialogProps = { note: Note; requests: ReturnType<typeof useNoteRequests> };

const EditNoteDialog = ({ note, requests: { busy, failure, close, update } }: DialogProps) => {
  const { t } = useTranslation('notes');
  return (
    <NoteFormDialog
      title={t('edit.title')}
      submitLabel={t('form.update')}
      initial={{ text: note.text, userNote: note.user_note, category: note.category, tags: note.tags }}
      categoryRequired={t('form.categoryRequired')}
      busy={busy}
      failure={failure}
      onSubmit={(fields) => void update(note, fields)}
      onClose={close}
    />
  );
};

const DeleteNoteDialog = ({ note, requests: { busy, close, remove } }: DialogProps) => {
  const { t } = useTranslation('notes');
  return (
    <ConfirmDialog
      open
      title={t('delete.title')}
      text={t('delete.text')}
      confirmLabel={t('delete.confirm')}
      danger
      busy={busy}
      onConfirm={() => void remove(note)}
      onCancel={close}
    />
  );
};

/** The dialogs to edit and delete a note, for every place that lists notes. */
export const useNoteDialogs = (): {
  edit: (note: Note) => void;
  remove: (note: Note) => void;
  dialogs: ReactNode;
} => {
  const [open, setOpen] = useState<OpenDialog>(null);
  const requests = useNoteRequests(() => setOpen(null));
  const dialogs = () => {
    if (!open) return null;
    const { note } = open;
    return open.action === 'edit' ? (
      <EditNoteDialog key={note.id} note={note} requests={requests} />
    ) : (
      <DeleteNoteDialog note={note} requests={requests} />
    );
  };
  return {
    edit: (note) => setOpen({ action: 'edit', note }),
    remove: (note) => setOpen({ action: 'delete', note }),
    dialogs: dialogs(),
  };
};
