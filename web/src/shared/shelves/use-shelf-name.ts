import { GENERAL_SHELF_NAME, type Shelf } from '@hamkhan/contracts/http/shelves';
import { useTranslation } from 'react-i18next';

/** Display name of a shelf; the general shelf has a translated label (ACC-SHELF-07). */
export const useShelfName = (): ((shelf: Pick<Shelf, 'name'>) => string) => {
  const { t } = useTranslation('shelves');
  return ({ name }) => (name === GENERAL_SHELF_NAME ? t('general') : name);
};
