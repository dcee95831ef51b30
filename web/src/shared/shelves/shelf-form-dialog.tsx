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
import { SHELF_PICTURES } from './shelf-icons.js';
import { useShelfActions } from './use-shelf-actions.js';
import './shelf-dialogs.css';

export type ShelfFormDialogProps = {
  /** The shelf to change; null makes a new one. */
  shelf: Shelf | null;
  onClose: () => void;
  /** The shelf as it is now. */
  onDone?: (shelf: Shelf) => void;
};

/** Name, description and icon of a shelf (ACC-SHELF-01). Mounted while it is open. */
export const ShelfFormDialog = ({ shelf, onClose, onDone }: ShelfFormDialogProps) => {
  const { t } = useTranslation('shelves');
  const { t: tc } = useTranslation();
  const form = useId();
  const actions = useShelfActions();
  const [name, setName] = useState(shelf?.name ?? '');
  const [description, setDescription] = useState(shelf?.description ?? '');
  const [icon, setIcon] = useState<ShelfIcon>(shelf?.icon ?? SHELF_ICONS[0]);
  const [nameless, setNameless] = useState(false);
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const looks = { name: name.trim(), description: description.trim(), icon };
    setNameless(looks.name === '');
    if (looks.name === '') {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    setBusy(true);
    const saved = shelf ? await actions.update(shelf, looks) : await actions.create(looks);
    setBusy(false);
    if (!saved) return;
    onClose();
    onDone?.(saved);
  };

  return (
    <FormDialog
      changed={name !== (shelf?.name ?? '') || description !== (shelf?.description ?? '')}
      onClose={onClose}
      title={t(shelf ? 'form.editTitle' : 'form.createTitle')}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="main" type="submit" form={form} busy={busy}>
            {t(shelf ? 'form.save' : 'form.create')}
          </Button>
        </>
      }
    >
      <form id={form} className="shelf-form" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={t('form.name')}
          value={name}
          onChange={setName}
          maxLength={MAX_SHELF_NAME}
          dir="auto"
          required
          autoFocus
          autoComplete="off"
          errors={nameless && name.trim() === '' ? [t('form.nameRequired')] : []}
        />
        <TextAreaField
          label={t('form.description')}
          value={description}
          onChange={setDescription}
          maxLength={MAX_SHELF_DESCRIPTION}
          dir="auto"
          rows={3}
        />
        <div className="shelf-form__icons">
          <span aria-hidden="true">{t('form.icon')}</span>
          <Segmented
            className="icon-choice"
            label={t('form.icon')}
            value={icon}
            onChange={setIcon}
            options={SHELF_ICONS.map((value) => ({
              value,
              icon: SHELF_PICTURES[value],
              iconOnly: true,
              label: t(`icons.${value}`),
            }))}
          />
        </div>
      </form>
    </FormDialog>
  );
};
