import {
  EditablePage,
  EditingProvider,
  EditToggle,
  PageEditEntries,
  PageEditsTabs,
} from '../features/editing/components/editing-shell.js';
import { ReaderPage } from '../features/reader/pages/reader-page.js';
import { ReaderSlotsContext } from '../shared/ui/reader-slots.js';
import { showRoutes } from './screen.js';

/** The reader with editing in it and nothing else, at an address. */
export const showEditedReader = (path: string) =>
  showRoutes(
    [
      {
        path: '/d/:documentId/',
        element: (
          <ReaderSlotsContext
            value={{
              Tools: EditToggle,
              PageTabs: PageEditsTabs,
              AroundPage: EditablePage,
              PageEntries: PageEditEntries,
            }}
          >
            <EditingProvider isLeaving={() => false}>
              <ReaderPage />
            </EditingProvider>
          </ReaderSlotsContext>
        ),
      },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
