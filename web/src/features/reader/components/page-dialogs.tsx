import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { requestReprocessing } from '../api/requests.js';
import type { OpenDocument } from '../hooks/use-open-document.js';
import { wantedVersion } from '../lib/reading-choice.js';
import type { OpenPageTool } from '../lib/reader-tools.js';
import { ConfirmRequestDialog } from './confirm-request-dialog.js';
import { ImageDialog } from './image-dialog.js';
import { ReportDialog } from './report-dialog.js';
import { TranslationDialog } from './translation-dialog.js';

/** The open dialog about one page. */
export const PageDialogs = ({
  open: { tool, page },
  reader: { document, choice, retryPage },
  onClose,
}: {
  open: OpenPageTool;
  reader: OpenDocument;
  onClose: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const version = wantedVersion(choice);
  switch (tool) {
    case 'reprocess':
      return (
        <ConfirmRequestDialog
          action="reprocess"
          request={() => requestReprocessing(page.id)}
          onDone={() => retryPage(page.page_number)}
          onClose={onClose}
        />
      );
    case 'image':
      return page.image ? (
        <ImageDialog
          image={{ src: page.image, name: t('page.name', { page: number(page.page_number + 1) }) }}
          onClose={onClose}
        />
      ) : null;
    case 'report':
      return document ? (
        <ReportDialog page={page} document={document} version={version} onClose={onClose} />
      ) : null;
    case 'translation':
      return document ? (
        <TranslationDialog
          page={page}
          document={document}
          version={version}
          onLost={retryPage}
          onClose={onClose}
        />
      ) : null;
  }
};
