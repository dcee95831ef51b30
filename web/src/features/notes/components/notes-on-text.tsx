import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { pageTextOf } from '@hamkhan/contracts/page-text';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReadText } from '../../../shared/ui/reader-slots.js';
import { useNotes } from '../api/notes.js';
import { useLinkedNote, useNoteClicks } from '../hooks/use-note-navigation.js';
import { useNoteMarks, useVisibleNotes } from '../hooks/use-note-marks.js';
import { useSelectionOffer } from '../hooks/use-selection-offer.js';
import { useTakeNote } from '../hooks/use-take-note.js';
import { placeNotes } from '../lib/place-notes.js';
import { MarginMarks } from './margin-marks.js';
import { NotesHere } from './notes-here.js';
import { TakeNoteButton } from './take-note-button.js';
import { TakeNoteDialog } from './take-note-dialog.js';
import './category-field.css';
import './notes-on-text.css';

/**
 * The notes on a text of the reader: highlights on their passages, marks in the margin, and a button to take a note on a
 * selection (RDR-NOTES-09). It reads the rendered text and does not change it.
 */
export const NotesOnText = ({ document: book, page, version, items }: ReadText) => {
  const host = useRef<HTMLDivElement>(null);
  const { notes, retry } = useNotes(book.key);
  const text = useMemo(() => pageTextOf(items), [items]);
  const placed = useMemo(() => placeNotes(notes ?? [], page, version, text), [notes, page, version, text]);
  const [openIds, setOpenIds] = useState<readonly string[]>([]);

  // A new revision of the page may have moved its notes.
  const revision = useRef(page.revision);
  useEffect(() => {
    if (revision.current !== page.revision) retry();
    revision.current = page.revision;
  }, [page.revision, retry]);

  const visibleIn = useVisibleNotes(placed, text);
  const linkedId = useLinkedNote(host, placed, visibleIn);
  const marks = useNoteMarks(host, visibleIn, linkedId);
  const { offer, clearOffer } = useSelectionOffer(host, text);
  useNoteClicks(host, text, visibleIn, setOpenIds);
  const { selected, take, close } = useTakeNote({ book, page, version, text, offer, clearOffer });

  const openNotes = placed.map(({ note }) => note).filter(({ id }) => openIds.includes(id));
  return (
    <div ref={host} className="notes-on-text">
      <MarginMarks
        marks={marks}
        direction={directionOf(version === 0 ? book.language : TARGET_LANGUAGE)}
        onOpen={setOpenIds}
      />
      {offer && !selected ? <TakeNoteButton place={offer} onTake={take} /> : null}
      {selected ? <TakeNoteDialog selected={selected} onClose={close} /> : null}
      {openNotes.length > 0 ? <NotesHere notes={openNotes} onClose={() => setOpenIds([])} /> : null}
    </div>
  );
};
