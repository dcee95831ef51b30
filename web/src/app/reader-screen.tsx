import { NotesButton } from '../features/notes/components/notes-button.js';
import { NotesOnText } from '../features/notes/components/notes-on-text.js';
import { ReaderPage } from '../features/reader/pages/reader-page.js';
import { Listening } from '../features/speech/components/listening.js';
import { ListenButton } from '../features/speech/components/listen-button.js';
import { SpeechEntries } from '../features/speech/components/speech-entries.js';
import { SpeechProvider } from '../features/speech/components/speech-provider.js';
import { type ReaderSlots, ReaderSlotsContext } from '../shared/lib/reader-slots.js';

const SLOTS: ReaderSlots = {
  Tools: NotesButton,
  OnText: NotesOnText,
  PageTabs: ListenButton,
  PageEntries: SpeechEntries,
  Companion: Listening,
};

/** The reader with what other features put into it. */
export const ReaderScreen = () => (
  <ReaderSlotsContext value={SLOTS}>
    <SpeechProvider>
      <ReaderPage />
    </SpeechProvider>
  </ReaderSlotsContext>
);
