import { useTranslation } from 'react-i18next';

/** The author of a suggestion; an unnamed one is called a reader. */
export const Author = ({ name }: { name: string }) => {
  const { t } = useTranslation('editing');
  return <bdi>{name.trim() || t('card.someone')}</bdi>;
};
