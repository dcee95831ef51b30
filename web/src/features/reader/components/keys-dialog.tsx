import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shared/ui/dialog.js';
import './keys-dialog.css';

/** Keys by what they do; an arrow is named by where it points, which is on in one language and back in the other. */
const KEYS = [
  ['turn', ['←', '→']],
  ['ends', ['Home', 'End']],
  ['contents', ['T']],
  ['find', ['/']],
  ['findNext', ['N', 'Shift + N']],
  ['original', ['O']],
  ['version', ['1', '2']],
  ['layout', ['C']],
  ['texts', ['B']],
  ['size', ['+', '−']],
  ['image', ['I']],
  ['close', ['Esc']],
  ['help', ['?']],
] as const;

/** The list of keys. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('reader');
  return (
    <Dialog open onClose={onClose} title={t('keys.title')}>
      <dl className="keys">
        {KEYS.map(([name, keys]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd dir="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
