import { GENERAL_SHELF_NAME, type Shelf } from '@hamkhan/contracts/http/shelves';
import { useTranslation } from 'react-i18next';

/** What a shelf is called on a screen: the general one has a label in each language (ACC-SHELF-07). */
export const useShelfName = (): ((shelf: Pick<Shelf, 'name'>) => string) => {
  const { t } = useTranslation('shelves');
  return ({ name }) => (name === GENERAL_SHELF_NAME ? t('general') : name);
};
