import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import type { TocEntry } from '@hamkhan/contracts/http/reader';
import { lazy, Suspense } from 'react';
import { publishDocument } from '../api/requests.js';
import type { FindNavigation } from '../hooks/use-find-navigation.js';
import type { OpenDocument } from '../hooks/use-open-document.js';
import { canExportPdf } from '../lib/can-export-pdf.js';
import { type ReadingTexts, wantedVersion } from '../lib/reading-choice.js';
import type { DocumentTool } from '../lib/reader-tools.js';
import { ConfirmRequestDialog } from './confirm-request-dialog.js';
import { ContentsSheet } from './contents-sheet.js';
import { FindDialog } from './find-dialog.js';
import { ReadingSettingsSheet } from './reading-settings-sheet.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';

const PdfDialog = lazy(async () => ({
  default: (await import('./pdf-dialog.js')).PdfDialog,
}));

export type DocumentDialogsProps = {
  tool: DocumentTool | null;
  reader: OpenDocument;
  texts: ReadingTexts;
  search: FindNavigation;
  onHeading: (entry: TocEntry) => void;
  onTool: (tool: DocumentTool | null) => void;
};

/** The open dialog about the document, if any. */
export const DocumentDialogs = (props: DocumentDialogsProps) => {
  const { tool, reader, search, onTool } = props;
  const close = () => onTool(null);
  switch (tool) {
    case null:
      return null;
    case 'find':
      return <FindDialog find={search.find} onChoose={search.goToResult} onClose={close} />;
    case 'settings':
      return <ReadingSettingsSheet choice={reader.choice} onChoice={reader.changeChoice} onClose={close} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={close} />;
    case 'contents':
    case 'pdf':
    case 'publish':
      return reader.document ? (
        <LoadedDocumentDialogs {...props} tool={tool} document={reader.document} onClose={close} />
      ) : null;
  }
};

/** The dialogs that need the document's metadata. */
const LoadedDocumentDialogs = ({
  tool,
  document,
  reader,
  texts,
  search,
  onHeading,
  onTool,
  onClose,
}: Omit<DocumentDialogsProps, 'tool'> & {
  tool: 'contents' | 'pdf' | 'publish';
  document: DocumentMetadata;
  onClose: () => void;
}) => {
  const version = wantedVersion(reader.choice);
  switch (tool) {
    case 'contents':
      return (
        <ContentsSheet
          document={document}
          page={reader.page}
          inOriginal={version === 0}
          onGo={onHeading}
          onSearch={(text) => {
            search.find.setQuery(text);
            onTool('find');
          }}
          onClose={onClose}
        />
      );
    case 'pdf':
      return canExportPdf(document, reader.pages.pages.size) ? (
        <Suspense fallback={null}>
          <PdfDialog
            document={document}
            pages={reader.pages.pages}
            version={version}
            texts={texts}
            onLost={reader.retryPage}
            onClose={onClose}
          />
        </Suspense>
      ) : null;
    case 'publish':
      return (
        <ConfirmRequestDialog
          action="publish"
          request={() => publishDocument(document.id)}
          onDone={reader.retry}
          onClose={onClose}
        />
      );
  }
};
