import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import type { FindNavigation } from '../hooks/use-find-navigation.js';
import './find-bar.css';

/** The bar above the text during a search: the active result, how many there are, previous and next (RDR-SEARCHDOC-02). */
export const FindBar = ({
  search: { find, step, closeBar },
  onOpenDialog,
}: {
  search: FindNavigation;
  onOpenDialog: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const count = find.results.length;
  return (
    <div className="find-bar" role="search" aria-label={t('find.bar')}>
      <button type="button" className="find-bar__query cut" onClick={onOpenDialog} title={t('find.full')}>
        <bdi>{find.query}</bdi>
      </button>
      <output className="num" dir="ltr">{`${number(find.activeIndex + 1)}/${number(count)}`}</output>
      <IconButton icon="up" label={t('find.previous')} disabled={count === 0} onClick={() => step(-1)} />
      <IconButton icon="down" label={t('find.next')} disabled={count === 0} onClick={() => step(1)} />
      <IconButton icon="expand" label={t('find.full')} onClick={onOpenDialog} />
      <IconButton icon="close" label={t('find.close')} onClick={closeBar} />
    </div>
  );
};
