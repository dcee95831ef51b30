import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { useMobileDevice } from '../../../shared/lib/mobile-device.js';
import { Sheet } from '../../../shared/ui/dialog.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import type { ReadingChoice } from '../lib/reading-choice.js';
import {
  changeReadingSettings,
  FACES,
  GROUNDS,
  LEADS,
  SIZES,
  stepped,
  useReadingSettings,
  WIDTHS,
} from '../lib/reading-settings.js';
import './reading-sheet.css';

const LAYOUTS = ['single', 'continuous'] as const;
const TEXTS = ['one', 'columns', 'lines'] as const;
export const TEXT_ICONS = { one: 'page', columns: 'columns', lines: 'interleaved' } as const;

const Stepper = ({
  label,
  at,
  steps,
  onStep,
}: {
  label: string;
  at: number;
  steps: readonly number[];
  onStep: (at: number) => void;
}) => {
  const { t } = useTranslation('reader');
  const { percent } = useFormat();
  return (
    <div className="reading-sheet__row" role="group" aria-label={label}>
      <span className="grow">{label}</span>
      <IconButton
        icon="minus"
        label={t('settings.less', { what: label })}
        disabled={at === 0}
        onClick={() => onStep(stepped(at, -1, steps))}
      />
      <output className="num">{percent(steps[at] ?? 1)}</output>
      <IconButton
        icon="add"
        label={t('settings.more', { what: label })}
        disabled={at === steps.length - 1}
        onClick={() => onStep(stepped(at, 1, steps))}
      />
    </div>
  );
};

/** How the text stands on the sheet, and how the sheets lie; every change shows at once. */
export const ReadingSheet = ({
  choice,
  onChoice,
  onClose,
}: {
  choice: ReadingChoice;
  onChoice: (part: Partial<ReadingChoice>) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('reader');
  const mobile = useMobileDevice();
  const settings = useReadingSettings();
  return (
    <Sheet open onClose={onClose} title={t('settings.title')} place={mobile ? 'bottom' : 'end'}>
      <div className="reading-sheet">
        <div className="reading-sheet__block">
          <span>{t('settings.layout')}</span>
          <Segmented
            label={t('settings.layout')}
            value={choice.layout}
            options={LAYOUTS.map((value) => ({
              value,
              label: t(`layout.${value}`),
              icon: value === 'single' ? 'page' : 'continuous',
            }))}
            onChange={(layout) => onChoice({ layout })}
          />
        </div>
        <div className="reading-sheet__block">
          <span>{t('settings.texts')}</span>
          <Segmented
            label={t('settings.texts')}
            value={choice.texts}
            options={TEXTS.map((value) => ({ value, label: t(`texts.${value}`), icon: TEXT_ICONS[value] }))}
            onChange={(texts) => onChoice({ texts })}
          />
        </div>
        <Stepper
          label={t('settings.size')}
          at={settings.size}
          steps={SIZES}
          onStep={(size) => changeReadingSettings({ size })}
        />
        <Stepper
          label={t('settings.lead')}
          at={settings.lead}
          steps={LEADS}
          onStep={(lead) => changeReadingSettings({ lead })}
        />
        <div className="reading-sheet__block">
          <span>{t('settings.width')}</span>
          <Segmented
            label={t('settings.width')}
            value={settings.width}
            options={WIDTHS.map((value) => ({ value, label: t(`settings.widths.${value}`) }))}
            onChange={(width) => changeReadingSettings({ width })}
          />
        </div>
        <div className="reading-sheet__block">
          <span>{t('settings.face')}</span>
          <Segmented
            label={t('settings.face')}
            value={settings.face}
            options={FACES.map((value) => ({ value, label: t(`settings.faces.${value}`) }))}
            onChange={(face) => changeReadingSettings({ face })}
          />
        </div>
        <div className="reading-sheet__block">
          <span>{t('settings.ground')}</span>
          <Segmented
            label={t('settings.ground')}
            value={settings.ground}
            options={GROUNDS.map((value) => ({ value, label: t(`settings.grounds.${value}`) }))}
            onChange={(ground) => changeReadingSettings({ ground })}
          />
        </div>
      </div>
    </Sheet>
  );
};
