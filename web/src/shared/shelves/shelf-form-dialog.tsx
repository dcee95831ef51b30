import {
  MAX_SHELF_DESCRIPTION,
  MAX_SHELF_NAME,
  SHELF_ICONS,
  type Shelf,
  type ShelfIcon,
} from '@hamkhan/contracts/http/shelves';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.js';
import { TextAreaField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Segmented } from '../ui/segmented.js';
import { SHELF_ICON_NAMES } from './shelf-icons.js';
import { useShelfActions } from './use-shelf-actions.js';
import './shelf-dialogs.css';

export type ShelfFormDialogProps = {
  /** The shelf to change; null for a new one. */
  shelf: Shelf | null;
  onClose: () => void;
  /** Called with the saved shelf. */
  onDone?: (shelf: Shelf) => void;
};

/** The values of the form, and its submit handler, which focuses a missing name instead of saving. */
const useShelfForm = ({ shelf, onClose, onDone }: ShelfFormDialogProps) => {
  const actions = useShelfActions();
  const [name, setName] = useState(shelf?.name ?? '');
  const [description, setDescription] = useState(shelf?.description ?? '');
  const [icon, setIcon] = useState<ShelfIcon>(shelf?.icon ?? SHELF_ICONS[0]);
  const [wasNameMissing, setNameMissing] = useState(false);
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const fields = { name: name.trim(), description: description.trim(), icon };
    setNameMissing(fields.name === '');
    if (fields.name === '') {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    setBusy(true);
    const saved = shelf ? await actions.update(shelf, fields) : await actions.create(fields);
    setBusy(false);
    if (!saved) return;
    onClose();
    onDone?.(saved);
  };

  return {
    ...{ name, setName, description, setDescription, icon, setIcon, busy, save },
    isNameMissing: wasNameMissing && name.trim() === '',
    isChanged: name !== (shelf?.name ?? '') || description !== (shelf?.description ?? ''),
  };
};

const IconChoice = ({ value, onChange }: { value: ShelfIcon; onChange: (icon: ShelfIcon) => void }) => {
  const { t } = useTranslation('shelves');
  return (
    <div className="shelf-form__icons">
      <span aria-hidden="true">{t('form.icon')}</span>
      <Segmented
        className="icon-choice"
        label={t('form.icon')}
        value={value}
        onChange={onChange}
        options={SHELF_ICONS.map((icon) => ({
          value: icon,
          icon: SHELF_ICON_NAMES[icon],
          iconOnly: true,
          label: t(`icons.${icon}`),
        }))}
      />
    </div>
  );
};

/** The name, description and icon of a shelf (ACC-SHELF-01). Mounted while it is open. */
export const ShelfFormDialog = (props: ShelfFormDialogProps) => {
  const { shelf, onClose } = props;
  const { t } = useTranslation('shelves');
  const { t: tc } = useTranslation();
  const id = useId();
  const form = useShelfForm(props);
  return (
    <FormDialog
      changed={form.isChanged}
      onClose={onClose}
      title={t(shelf ? 'form.editTitle' : 'form.createTitle')}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="main" type="submit" form={id} busy={form.busy}>
            {t(shelf ? 'form.save' : 'form.create')}
          </Button>
        </>
      }
    >
      <form id={id} className="shelf-form" noValidate onSubmit={(event) => void form.save(event)}>
        <TextField
          label={t('form.name')}
          value={form.name}
          onChange={form.setName}
          maxLength={MAX_SHELF_NAME}
          dir="auto"
          required
          autoFocus
          autoComplete="off"
          errors={form.isNameMissing ? [t('form.nameRequired')] : []}
        />
        <TextAreaField
          label={t('form.description')}
          value={form.description}
          onChange={form.setDescription}
          maxLength={MAX_SHELF_DESCRIPTION}
          dir="auto"
          rows={3}
        />
        <IconChoice value={form.icon} onChange={form.setIcon} />
      </form>
    </FormDialog>
  );
};
