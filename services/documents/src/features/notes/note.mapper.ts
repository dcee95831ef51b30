import type { Note } from '@hamkhan/contracts/http/notes';
import { isPermitted, type Access } from '../access/access.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import type { NoteRow } from './note.schema.js';

/** Whether the author may not see the page of the note (any more): its quotes must not be sent then. */
export const isLocked = (note: Pick<NoteRow, 'pageNumber'>, access: Access): boolean =>
  !access.full && !isPermitted(access, note.pageNumber);

/** A note for its author (ACC-NOTES-02), without the passage if its page is locked. */
export function toNote(note: NoteRow, document: DocumentRow, access: Access): Note {
  const locked = isLocked(note, access);
  const unlessLocked = (text: string): string => (locked ? '' : text);
  return {
    id: note._id,
    text: unlessLocked(note.text),
    user_note: note.userNote,
    category: note.category,
    selected_text: unlessLocked(note.selectedText),
    page_number: note.pageNumber,
    item_index: note.itemIndex,
    start_offset: note.start,
    end_offset: note.end,
    tags: note.tags,
    document: {
      id: document._id,
      key: document.key,
      title: document.title,
      original_title: document.originalTitle,
    },
    created_date: note.createdAt.toISOString(),
    modified_date: note.modifiedAt.toISOString(),
    item_id: note.itemId,
    version: note.version,
    anchored_text: unlessLocked(note.anchored.exact),
    orphan: note.orphan,
    locked,
  };
}
