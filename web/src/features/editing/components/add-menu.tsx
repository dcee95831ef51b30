import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import type { IconName } from '../../../shared/ui/icon.js';
import { Menu } from '../../../shared/ui/menu.js';
import { type EditableType, OFFERED_TYPES } from '../lib/item-defaults.js';

const TYPE_ICONS: Record<EditableType, IconName> = {
  text: 'align-none',
  heading: 'heading',
  list: 'list-bulleted',
  table: 'table',
  math: 'formula',
  figure: 'image',
  figure_caption: 'note',
  table_caption: 'note',
  math_caption: 'note',
  code: 'braces',
};

/** Adds an item of a chosen type. */
export const AddMenu = ({
  label,
  withLabel,
  onAdd,
}: {
  label: string;
  /** Shows the label beside the icon. */
  withLabel?: boolean;
  onAdd: (type: EditableType) => void;
}) => {
  const { t } = useTranslation('editing');
  return (
    <Menu
      label={label}
      entries={OFFERED_TYPES.map((type) => ({
        label: t(`types.${type}`),
        icon: TYPE_ICONS[type],
        onSelect: () => onAdd(type),
      }))}
      trigger={(props) =>
        withLabel ? (
          <Button {...props} look="plain" size="s" icon="add">
            {label}
          </Button>
        ) : (
          <IconButton {...props} icon="add" label={label} />
        )
      }
    />
  );
};
