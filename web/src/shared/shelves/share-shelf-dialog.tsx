import { MAX_SHELF_TAGS, type Shelf } from '@hamkhan/contracts/http/shelves';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { categoryLabel, useCategories } from '../api/shelves.js';
import { useFormat } from '../lib/format.js';
import { Button } from '../ui/button.js';
import { ToggleChip } from '../ui/chip.js';
import { Dialog } from '../ui/dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { Skeleton } from '../ui/skeleton.js';
import { Switch } from '../ui/switch.js';
import { useCopyLink } from './use-copy-link.js';
import { useShelfActions } from './use-shelf-actions.js';
import { TextInput } from '../ui/prime-controls.js';
import './shelf-dialogs.css';

/** The address of a public shelf (G81). */
export const shelfPath = (shelf: Pick<Shelf, 'key'>): string => `/s/${shelf.key}/`;

/** The shelf's link, with a button to copy it. */
const LinkField = ({ shelf }: { shelf: Shelf }) => {
  const { t } = useTranslation('shelves');
  const id = useId();
  const { copied, copy } = useCopyLink('done.copied');
  const link = new URL(shelfPath(shelf), window.location.origin).href;
  return (
    <div className="field">
      <label htmlFor={`${id}-link`}>{t('share.link')}</label>
      <div className="input-group">
        <TextInput
          id={`${id}-link`}
          className="input"
          dir="ltr"
          readOnly
          value={link}
          aria-describedby={shelf.is_public ? undefined : `${id}-yet`}
          onFocus={(event) => event.target.select()}
        />
        <IconButton
          icon={copied ? 'check' : 'copy'}
          label={t('share.copy')}
          onClick={() => void copy(link)}
        />
      </div>
      {shelf.is_public ? null : (
        <p className="field__hint" id={`${id}-yet`}>
          {t('share.notYet')}
        </p>
      )}
    </div>
  );
};

/** The categories of a shelf, up to a maximum number. */
const CategoryChoice = ({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) => {
  const { t } = useTranslation('shelves');
  const { t: tc } = useTranslation();
  const { language, number } = useFormat();
  const id = useId();
  const { categories, error } = useCategories(true);
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <div role="group" aria-labelledby={id} className="shelf-form__tags">
      <span id={id}>
        {t('share.tags')}{' '}
        <span className="soft small">{t('share.tagsHint', { max: number(MAX_SHELF_TAGS) })}</span>
      </span>
      {categories ? (
        <div className="shelf-form__chips">
          {categories.map(({ name }) => (
            <ToggleChip
              key={name}
              pressed={chosen.includes(name)}
              disabled={!chosen.includes(name) && chosen.length >= MAX_SHELF_TAGS}
              onToggle={() => toggle(name)}
            >
              {categoryLabel(name, categories, language)}
            </ToggleChip>
          ))}
        </div>
      ) : error ? (
        <p className="soft small">{t('share.tagsFailed')}</p>
      ) : (
        <div role="status" aria-busy="true" aria-label={tc('loading')}>
          <Skeleton height="4.5rem" round="m" />
        </div>
      )}
    </div>
  );
};

/** Makes a shelf public, in categories, and shows its link (ACC-SHELF-03). Mounted while it is open. */
export const ShareShelfDialog = ({ shelf, onClose }: { shelf: Shelf; onClose: () => void }) => {
  const { t } = useTranslation('shelves');
  const { t: tc } = useTranslation();
  const actions = useShelfActions();
  const [isPublic, setPublic] = useState(shelf.is_public);
  const [tags, setTags] = useState<readonly string[]>(shelf.tags_as_list);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const saved = await actions.share(shelf, isPublic, tags);
    setBusy(false);
    if (saved) onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('share.title')}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="main" busy={busy} onClick={() => void save()}>
            {t('share.save')}
          </Button>
        </>
      }
    >
      <div className="shelf-form">
        <Switch
          label={t('share.public')}
          hint={t('share.publicHint')}
          checked={isPublic}
          onChange={setPublic}
        />
        <LinkField shelf={shelf} />
        <CategoryChoice chosen={tags} onChange={setTags} />
      </div>
    </Dialog>
  );
};
