import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Paper } from '../../../shared/ui/paper.js';
import './paper-sheet.css';

/** A sheet of paper with the page number at its head. */
export const PaperSheet = ({
  page,
  pages,
  head,
  busy = false,
  children,
}: {
  page: number;
  /** 0 while unknown. */
  pages: number;
  /** Shown beside the page number. */
  head?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const place =
    pages > 0
      ? t('page.place', { page: number(page), pages: number(pages) })
      : t('page.name', { page: number(page) });
  return (
    <article className="sheet-frame" aria-label={place} aria-busy={busy} data-sheet={page}>
      <Paper className="sheet">
        <div className="sheet__head">
          <span>{place}</span>
          <span className="grow" />
          {head}
        </div>
        {children}
      </Paper>
    </article>
  );
};
