import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { titleParts } from '../lib/titles.js';

/** Sets the window title: site, document titles, page (RDR-READER-01). */
export const useReaderTitle = (document: DocumentMetadata | undefined, page: number): void => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { number } = useFormat();
  const titles = document ? titleParts(document) : [];
  const title = [
    tc('siteTitle'),
    ...(titles.length > 0 || !document ? titles : [document.source_filename]),
    ...(document && document.total_pages > 0 ? [t('page.name', { page: number(page) })] : []),
  ].join(' – ');
  useEffect(() => {
    window.document.title = title;
  }, [title]);
};
