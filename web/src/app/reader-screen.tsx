import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import {
  EditablePage,
  EditingProvider,
  EditToggle,
  PageEditEntries,
  PageEditsTabs,
} from '../features/editing/components/editing-shell.js';
import { NotesButton } from '../features/notes/components/notes-button.js';
import { NotesOnText } from '../features/notes/components/notes-on-text.js';
import { ReaderPage } from '../features/reader/pages/reader-page.js';
import { type ReaderSlots, ReaderSlotsContext } from '../shared/lib/reader-slots.js';
import { isLeaving } from './leaving.js';

const Tools = ({ document }: { document: DocumentMetadata }) => (
  <>
    <EditToggle document={document} />
    <NotesButton document={document} />
  </>
);

const SLOTS: ReaderSlots = {
  Tools,
  OnText: NotesOnText,
  PageTabs: PageEditsTabs,
  AroundPage: EditablePage,
  PageEntries: PageEditEntries,
};

/** The reader with what other features put into it. */
export const ReaderScreen = () => (
  <ReaderSlotsContext value={SLOTS}>
    <EditingProvider isLeaving={isLeaving}>
      <ReaderPage />
    </EditingProvider>
  </ReaderSlotsContext>
);
