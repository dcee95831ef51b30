import { useTranslation } from 'react-i18next';
import { SHORTCUTS, type ShortcutName } from '../../../shared/lib/reader-shortcuts.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import './shortcuts-dialog.css';

const GROUPS = ['reading', 'listening', 'editing'] as const;
const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];

/** All keyboard shortcuts, from the table that handles them. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('reader');
  return (
    <Dialog open onClose={onClose} title={t('keys.title')}>
      {GROUPS.map((group) => (
        <section key={group} className="shortcuts">
          <h3>{t(`keys.groups.${group}`)}</h3>
          <dl>
            {NAMES.filter((name) => SHORTCUTS[name].group === group).map((name) => (
              <div key={name}>
                <dt>{t(`keys.${name}`)}</dt>
                <dd dir="ltr">
                  {SHORTCUTS[name].shown.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
};
