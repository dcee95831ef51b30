import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu, type MenuEntry } from '../../../shared/ui/menu.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { canOpen, canRemove, canStop, displayTitle } from './document-state.js';
import { useLibraryActions } from './library-actions.js';

/** The menu of a document in the library (ACC-LIBRARY-10). */
export const DocumentMenu = ({ item }: { item: LibraryItem }) => {
  const { t } = useTranslation('library');
  const navigate = useNavigate();
  const { move, share, notes, stop, remove, unpublish, nudge } = useLibraryActions();
  const title = displayTitle(item);

  const view: MenuEntry = {
    label: t('menu.view'),
    icon: 'read',
    disabled: !canOpen(item) && item.status !== 'pending',
    onSelect: () => {
      if (item.status === 'pending') showMessage('warning', t('pendingWarning'));
      else void navigate(`/d/${item.key}/`);
    },
  };
  const entries: MenuEntry[] = [
    view,
    { label: t('menu.info'), icon: 'info', onSelect: () => void navigate(`/i/${item.key}/`) },
    {
      label: t('menu.glossary'),
      icon: 'translate',
      onSelect: () => void navigate(`/d/${item.key}/glossary/`),
    },
    { label: t('menu.notes'), icon: 'note', onSelect: () => notes(item) },
    { kind: 'separator' },
    { label: t('menu.move'), icon: 'move', disabled: !move, onSelect: () => move?.(item) },
    ...(nudge
      ? [
          { label: t('menu.up'), icon: 'up' as const, onSelect: () => nudge(item, -1) },
          { label: t('menu.down'), icon: 'down' as const, onSelect: () => nudge(item, 1) },
        ]
      : []),
    { kind: 'separator' },
    item.published
      ? { label: t('menu.share'), icon: 'share', onSelect: () => share(item) }
      : { label: t('menu.private'), icon: 'lock', disabled: true, onSelect: () => undefined },
    ...(item.can_unpublish
      ? [
          {
            label: t('menu.unpublish'),
            icon: 'lock' as const,
            danger: true,
            onSelect: () => unpublish(item),
          },
        ]
      : []),
    ...(canStop(item)
      ? [{ label: t('menu.stop'), icon: 'close' as const, danger: true, onSelect: () => stop(item) }]
      : []),
    ...(canRemove(item)
      ? [{ label: t('menu.remove'), icon: 'trash' as const, danger: true, onSelect: () => remove(item) }]
      : []),
  ];

  return (
    <Menu
      label={t('menu.named', { title })}
      entries={entries}
      trigger={(props) => <IconButton {...props} icon="more" label={t('menu.named', { title })} />}
    />
  );
};
