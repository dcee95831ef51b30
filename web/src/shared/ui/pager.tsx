import { PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.js';
import { Select } from './field.js';
import { IconButton } from './icon-button.js';
import './pager.css';

export type PagerProps = {
  page: number;
  pages: number;
  perPage: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
};

/** Page and page size of a list. */
export const Pager = ({ page, pages, perPage, onPage, onPerPage }: PagerProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <div className="pager">
      <label className="pager__size">
        <span className="small soft">{t('pager.perPage')}</span>
        <Select
          label={t('pager.perPage')}
          value={String(perPage)}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: number(size) }))}
          onChange={(size) => onPerPage(Number(size))}
        />
      </label>
      <nav className="pager__pages" aria-label={t('pager.label')}>
        <IconButton
          icon="back"
          label={t('pager.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <span className="num" aria-current="page">
          {t('pager.place', { page: number(page), pages: number(pages) })}
        </span>
        <IconButton
          icon="forward"
          label={t('pager.next')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </nav>
    </div>
  );
};
