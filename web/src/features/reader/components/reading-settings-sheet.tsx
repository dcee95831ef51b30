import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { useMobileDevice } from '../../../shared/lib/mobile-device.js';
import { Sheet } from '../../../shared/ui/dialog.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import type { ReadingChoice } from '../lib/reading-choice.js';
import {
  BACKGROUNDS,
  changeReadingSettings,
  clampedStep,
  FONTS,
  LINE_HEIGHTS,
  SIZES,
  useReadingSettings,
  WIDTHS,
} from '../lib/reading-settings.js';
import './reading-settings-sheet.css';

const LAYOUTS = ['single', 'continuous'] as const;
export const TEXTS = ['one', 'columns', 'lines'] as const;
export const TEXT_ICONS = { one: 'page', columns: 'columns', lines: 'interleaved' } as const;

const Stepper = ({
  label,
  step,
  steps,
  onStep,
}: {
  label: string;
  step: number;
  steps: readonly number[];
  onStep: (step: number) => void;
}) => {
  const { t } = useTranslation('reader');
  const { percent } = useFormat();
  return (
    <div className="reading-settings__row" role="group" aria-label={label}>
      <span className="grow">{label}</span>
      <IconButton
        icon="minus"
        label={t('settings.less', { what: label })}
        disabled={step === 0}
        onClick={() => onStep(clampedStep(step, -1, steps))}
      />
      <output className="num">{percent(steps[step] ?? 1)}</output>
      <IconButton
        icon="add"
        label={t('settings.more', { what: label })}
        disabled={step === steps.length - 1}
        onClick={() => onStep(clampedStep(step, 1, steps))}
      />
    </div>
  );
};

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="reading-settings__block">
    <span>{label}</span>
    {children}
  </div>
);

/** How the document is laid out: page by page or continuous, one text or two. */
const LayoutSettings = ({
  choice,
  onChoice,
}: {
  choice: ReadingChoice;
  onChoice: (part: Partial<ReadingChoice>) => void;
}) => {
  const { t } = useTranslation('reader');
  return (
    <>
      <Labelled label={t('settings.layout')}>
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
      </Labelled>
      <Labelled label={t('settings.texts')}>
        <Segmented
          label={t('settings.texts')}
          value={choice.texts}
          options={TEXTS.map((value) => ({ value, label: t(`texts.${value}`), icon: TEXT_ICONS[value] }))}
          onChange={(texts) => onChoice({ texts })}
        />
      </Labelled>
    </>
  );
};

/** How the text looks. */
const TypeSettings = () => {
  const { t } = useTranslation('reader');
  const settings = useReadingSettings();
  return (
    <>
      <Stepper
        label={t('settings.size')}
        step={settings.size}
        steps={SIZES}
        onStep={(size) => changeReadingSettings({ size })}
      />
      <Stepper
        label={t('settings.lineHeight')}
        step={settings.lineHeight}
        steps={LINE_HEIGHTS}
        onStep={(lineHeight) => changeReadingSettings({ lineHeight })}
      />
      <Labelled label={t('settings.width')}>
        <Segmented
          label={t('settings.width')}
          value={settings.width}
          options={WIDTHS.map((value) => ({ value, label: t(`settings.widths.${value}`) }))}
          onChange={(width) => changeReadingSettings({ width })}
        />
      </Labelled>
      <Labelled label={t('settings.font')}>
        <Segmented
          label={t('settings.font')}
          value={settings.font}
          options={FONTS.map((value) => ({ value, label: t(`settings.fonts.${value}`) }))}
          onChange={(font) => changeReadingSettings({ font })}
        />
      </Labelled>
      <Labelled label={t('settings.background')}>
        <Segmented
          label={t('settings.background')}
          value={settings.background}
          options={BACKGROUNDS.map((value) => ({ value, label: t(`settings.backgrounds.${value}`) }))}
          onChange={(background) => changeReadingSettings({ background })}
        />
      </Labelled>
    </>
  );
};

/** The reading settings; every change shows at once. */
export const ReadingSettingsSheet = ({
  choice,
  onChoice,
  onClose,
}: {
  choice: ReadingChoice;
  onChoice: (part: Partial<ReadingChoice>) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('reader');
  const isMobile = useMobileDevice();
  return (
    <Sheet open onClose={onClose} title={t('settings.title')} place={isMobile ? 'bottom' : 'end'}>
      <div className="reading-settings">
        <LayoutSettings choice={choice} onChoice={onChoice} />
        <TypeSettings />
      </div>
    </Sheet>
  );
};
