import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import type { ReadingChoice } from '../lib/reading-choice.js';

export type VersionChoiceProps = {
  choice: Pick<ReadingChoice, 'translated' | 'version'>;
  onChoice: (part: Partial<ReadingChoice>) => void;
};

/** Translation on or off, and which of the two (RDR-READER-08, -09). */
export const VersionChoice = ({ choice: { translated, version }, onChoice }: VersionChoiceProps) => {
  const { t } = useTranslation('reader');
  return (
    <div className="version-choice" role="group" aria-label={t('version.label')}>
      <IconButton
        icon="translate"
        label={t('version.translation')}
        pressed={translated}
        onClick={() => onChoice({ translated: !translated })}
      />
      <Segmented
        className="version-switch"
        label={t('version.which')}
        value={`${version}`}
        options={([1, 2] as const).map((one) => ({
          value: `${one}`,
          label: t(`version.short.${one}`),
          disabled: !translated,
        }))}
        onChange={(value) => onChoice({ version: value === '1' ? 1 : 2 })}
      />
    </div>
  );
};
