import { NotesButton } from '../features/notes/components/notes-button.js';
import { NotesOnText } from '../features/notes/components/notes-on-text.js';
import { ReaderPage } from '../features/reader/pages/reader-page.js';
import { type ReaderSlots, ReaderSlotsContext } from '../shared/lib/reader-slots.js';

const SLOTS: ReaderSlots = { Tools: NotesButton, OnText: NotesOnText };

/** The reader with what other features put into it. */
export const ReaderScreen = () => (
  <ReaderSlotsContext value={SLOTS}>
    <ReaderPage />
  </ReaderSlotsContext>
);
