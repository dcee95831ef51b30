import { useTranslation } from 'react-i18next';

/** Who wrote a suggestion; one whose name nobody knows is a reader. */
export const Author = ({ name }: { name: string }) => {
  const { t } = useTranslation('editing');
  return <bdi>{name.trim() || t('card.someone')}</bdi>;
};
