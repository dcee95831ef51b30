import type { Note } from '@hamkhan/contracts/http/notes';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { saveFile } from '../../../shared/lib/save-file.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu } from '../../../shared/ui/menu.js';
import { EXPORT_FORMATS, exportFile, type ExportFormat } from '../lib/export-notes.js';

/** Saves notes as a file in one of several formats. */
export const ExportMenu = ({ notes }: { notes: readonly Note[] }) => {
  const { t } = useTranslation('notes');
  const { number, date } = useFormat();
  const save = (format: ExportFormat) =>
    saveFile(
      exportFile(format, notes, {
        title: t('export.title'),
        page: (page) => t('card.page', { page: number(page + 1) }),
        category: (category) => t(`category.${category}`),
        date,
        columns: t('export.columns', { returnObjects: true }),
      }),
    );
  return (
    <Menu
      label={t('export.label')}
      entries={EXPORT_FORMATS.map((format) => ({
        label: t(`export.${format}`),
        icon: 'file',
        onSelect: () => save(format),
      }))}
      trigger={(props) => <IconButton {...props} icon="download" label={t('export.label')} />}
    />
  );
};
