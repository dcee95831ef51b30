import type { ContentItem } from '@hamkhan/contracts/content';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import type { Drag } from '../hooks/use-item-drag.js';
import type { EditableType } from '../lib/item-defaults.js';
import { AddMenu } from './add-menu.js';

type EditRowProps = {
  item: ContentItem;
  row: number;
  rowCount: number;
  drag: Drag | null;
  handleProps: ComponentProps<'button'>;
  /** The item's editor, while it is open. */
  editor: ReactNode;
  show: (items: readonly ContentItem[]) => ReactNode;
  onEdit: () => void;
  onRemove: () => void;
  onAdd: (type: EditableType) => void;
};

/** Where a dragged item would be dropped at this row. */
const dropSide = ({ drag, row, rowCount }: EditRowProps): 'before' | 'after' | undefined => {
  if (drag === null) return undefined;
  if (drag.slot === row) return 'before';
  return drag.slot === rowCount && row === rowCount - 1 ? 'after' : undefined;
};

const RowTools = ({ item, row, drag, handleProps, onEdit, onRemove, onAdd }: EditRowProps) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const type = t(`types.${item.type}`);
  const names = { type, place: number(row + 1) };
  return (
    <div className="edit-row__tools">
      <button
        type="button"
        className="icon-btn edit-row__handle"
        data-part="handle"
        aria-label={t('drag.handle', names)}
        aria-pressed={drag?.by === 'key' && drag.from === row}
        title={t('drag.hint')}
        {...handleProps}
      >
        <Icon name="grip" />
      </button>
      <span className="tag">{type}</span>
      <span className="grow" />
      <IconButton icon="edit" data-part="edit" label={t('editItem', names)} onClick={onEdit} />
      <IconButton icon="trash" label={t('deleteItem', names)} onClick={onRemove} />
      <AddMenu label={t('addBelow', names)} onAdd={onAdd} />
    </div>
  );
};

/** One item with its tools, or in its editor. */
export const EditRow = (props: EditRowProps) => {
  const { item, row, drag, editor, show } = props;
  return (
    <li
      className="edit-row"
      data-edit-row={item.id}
      data-open={editor !== null || undefined}
      data-dragged={drag?.from === row || undefined}
      data-drop={dropSide(props)}
    >
      {editor ?? (
        <>
          <RowTools {...props} />
          <div className="edit-row__text">{show([item])}</div>
        </>
      )}
    </li>
  );
};
