import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { shelfPath } from '../../../shared/shelves/share-shelf-dialog.js';
import { useCopyLink } from '../../../shared/shelves/use-copy-link.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu, type MenuEntry } from '../../../shared/ui/menu.js';

export type ShelfAction = 'edit' | 'share' | 'delete' | 'unsubscribe';
export type ShelfMenuProps = { shelf: Shelf; onAct: (action: ShelfAction, shelf: Shelf) => void };

/** The menu of a shelf; a subscribed one can only be unsubscribed from (ACC-SHELF-21). */
export const ShelfMenu = ({ shelf, onAct }: ShelfMenuProps) => {
  const { t } = useTranslation('shelves');
  const navigate = useNavigate();
  const { share } = useCopyLink('done.copied');

  const publicEntries: MenuEntry[] = shelf.is_public
    ? [
        {
          label: t('menu.copyLink'),
          icon: 'link',
          onSelect: () => void share(shelfPath(shelf), shelf.name),
        },
        { label: t('menu.openPage'), icon: 'people', onSelect: () => void navigate(shelfPath(shelf)) },
      ]
    : [];
  const entries: MenuEntry[] = shelf.subscribed_shelf
    ? [{ label: t('menu.unsubscribe'), icon: 'close', onSelect: () => onAct('unsubscribe', shelf) }]
    : [
        { label: t('menu.edit'), icon: 'edit', onSelect: () => onAct('edit', shelf) },
        { label: t('menu.share'), icon: 'share', onSelect: () => onAct('share', shelf) },
        ...publicEntries,
        { kind: 'separator' },
        { label: t('menu.delete'), icon: 'trash', danger: true, onSelect: () => onAct('delete', shelf) },
      ];
  const label = t('tabs.menu', { name: shelf.name });
  return (
    <Menu
      label={label}
      entries={entries}
      trigger={(props) => <IconButton {...props} icon="more" label={label} />}
    />
  );
};
