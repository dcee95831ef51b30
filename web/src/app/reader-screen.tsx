import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import type { ReactNode } from 'react';
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
import { Listening } from '../features/speech/components/listening.js';
import { ListenButton } from '../features/speech/components/listen-button.js';
import { SpeechEntries } from '../features/speech/components/speech-entries.js';
import { SpeechProvider } from '../features/speech/components/speech-provider.js';
import { type PagePlace, type ReaderSlots, ReaderSlotsContext } from '../shared/ui/reader-slots.js';
import type { MenuEntry } from '../shared/ui/menu.js';
import { isLeaving } from '../shared/api/sign-out.js';

const Tools = ({ document }: { document: DocumentMetadata }) => (
  <>
    <EditToggle document={document} />
    <NotesButton document={document} />
  </>
);

const PageTabs = (place: PagePlace) => (
  <>
    <ListenButton page={place.page} />
    <PageEditsTabs {...place} />
  </>
);

const PageEntries = ({
  children,
  ...place
}: PagePlace & { children: (entries: readonly MenuEntry[]) => ReactNode }) => (
  <PageEditEntries {...place}>
    {(edits) => <SpeechEntries {...place}>{(speech) => children([...edits, ...speech])}</SpeechEntries>}
  </PageEditEntries>
);

const SLOTS: ReaderSlots = {
  Tools,
  OnText: NotesOnText,
  PageTabs,
  AroundPage: EditablePage,
  PageEntries,
  Companion: Listening,
};

/** The reader with the parts that other features contribute. */
export const ReaderScreen = () => (
  <ReaderSlotsContext value={SLOTS}>
    <EditingProvider isLeaving={isLeaving}>
      <SpeechProvider>
        <ReaderPage />
      </SpeechProvider>
    </EditingProvider>
  </ReaderSlotsContext>
);
