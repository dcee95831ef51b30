import { GENERAL_SHELF_NAME, type Shelf } from '@hamkhan/contracts/http/shelves';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryLabel, useCategories } from '../../../shared/api/shelves.js';
import { useFormat } from '../../../shared/lib/format.js';
import { shelfPath } from '../../../shared/shelves/share-shelf-dialog.js';
import { Chip } from '../../../shared/ui/chip.js';

/** The description and categories of a shelf, and whether it is public; nothing for the general shelf. */
export const ShelfAbout = ({ shelf }: { shelf: Shelf }) => {
  const { t } = useTranslation('shelves');
  const { language } = useFormat();
  const { categories } = useCategories(shelf.tags_as_list.length > 0);
  const isEmpty = !shelf.is_public && shelf.description === '' && shelf.tags_as_list.length === 0;
  if (shelf.name === GENERAL_SHELF_NAME || isEmpty) return null;
  return (
    <div className="shelf-about">
      {shelf.description ? <p className="soft own-dir">{shelf.description}</p> : null}
      {shelf.is_public || shelf.tags_as_list.length > 0 ? (
        <p className="shelf-about__chips">
          {shelf.is_public ? (
            <Link to={shelfPath(shelf)} title={t('menu.openPage')}>
              <Chip tone="run">{t('page.public')}</Chip>
            </Link>
          ) : null}
          {shelf.tags_as_list.map((tag) => (
            <span key={tag} className="tag">
              {categoryLabel(tag, categories, language)}
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
};
