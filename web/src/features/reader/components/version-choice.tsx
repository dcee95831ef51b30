import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Menu } from '../../../shared/ui/menu.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import type { Version } from '../lib/shown-text.js';

export type VersionChoiceProps = { version: Version; onVersion: (version: Version) => void };

const VERSIONS = [0, 1, 2] as const;

/** Original, first or second translation: all in sight. */
export const VersionSwitch = ({ version, onVersion }: VersionChoiceProps) => {
  const { t } = useTranslation('reader');
  return (
    <Segmented
      className="version-switch"
      label={t('version.label')}
      value={`${version}`}
      options={VERSIONS.map((one) => ({ value: `${one}`, label: t(`version.${one}`) }))}
      onChange={(value) => onVersion(VERSIONS.find((one) => `${one}` === value) ?? 2)}
    />
  );
};

/** The same under one button, where there is little room. */
export const VersionMenu = ({ version, onVersion }: VersionChoiceProps) => {
  const { t } = useTranslation('reader');
  return (
    <Menu
      label={t('version.label')}
      entries={VERSIONS.map((one) => ({
        label: t(`version.${one}`),
        checked: one === version,
        onSelect: () => onVersion(one),
      }))}
      trigger={(props) => (
        <Button
          {...props}
          look="plain"
          className="version-menu"
          aria-label={t('version.now', { version: t(`version.${version}`) })}
        >
          {t(`version.${version}`)}
          <Icon name="down" size="s" />
        </Button>
      )}
    />
  );
};
