import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { useFrom } from '../../../shared/lib/use-media.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { shownText, type Version } from '../lib/shown-text.js';
import { PageTexts } from './page-texts.js';
import './translation-dialog.css';

/** A page's translation beside its original, whatever the reader shows (RDR-READER-69). */
export const TranslationDialog = ({
  page,
  document,
  version,
  onLost,
  onClose,
}: {
  page: ReaderPage;
  document: DocumentMetadata;
  version: Version;
  onLost: (pageNumber: number) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const isMedium = useFrom('md');
  const shown = shownText(page, version === 0 ? 2 : version);
  return (
    <Dialog open onClose={onClose} title={t('translation.title', { page: number(page.page_number + 1) })}>
      <div className="translation-view">
        {shown && shown.version !== 0 ? (
          <PageTexts
            page={page}
            document={document}
            version={shown.version}
            texts={isMedium ? 'columns' : 'lines'}
            pageSize={null}
            onLost={() => onLost(page.page_number)}
          />
        ) : (
          <p className="soft">{t('translation.none')}</p>
        )}
      </div>
    </Dialog>
  );
};
