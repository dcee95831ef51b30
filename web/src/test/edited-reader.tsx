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

/** Shows the reader with editing, without the other features, at a path. */
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
