import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { ReaderSlotsContext } from '../../../shared/lib/reader-slots.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu, type MenuEntry } from '../../../shared/ui/menu.js';
import { statusLook } from '../lib/page-status.js';

export type PageTool = 'image' | 'translation' | 'report' | 'reprocess';

/** What there is to do with one page, and how far the work on it has come. */
export const PageMenu = ({
  page,
  document,
  onTool,
}: {
  page: ReaderPage;
  document: DocumentMetadata;
  onTool: (tool: PageTool) => void;
}) => {
  const { t } = useTranslation('reader');
  const { PageEntries } = useContext(ReaderSlotsContext);
  const failed = page.status === 'failed';
  const state = (label: string, status: string): MenuEntry => ({
    label,
    ...statusLook(status),
    disabled: true,
    onSelect: () => {},
  });
  const entriesWith = (more: readonly MenuEntry[]): MenuEntry[] => [
    ...(page.image
      ? [{ label: t('menu.image'), icon: 'image' as const, onSelect: () => onTool('image') }]
      : []),
    ...(page.translated_content || page.translated_content_level2
      ? [{ label: t('menu.translation'), icon: 'columns' as const, onSelect: () => onTool('translation') }]
      : []),
    ...more,
    ...(document.access.reason === 'owner'
      ? [
          {
            label: t('menu.reprocess'),
            icon: 'refresh' as const,
            disabled: page.status !== 'success' && !failed,
            onSelect: () => onTool('reprocess'),
          },
        ]
      : []),
    { label: t('menu.report'), icon: 'flag', onSelect: () => onTool('report') },
    { kind: 'separator' },
    state(t('menu.status', { status: t(`status.${page.status}`) }), page.status),
    ...(failed
      ? []
      : [
          state(
            t('menu.translationStatus', { status: t(`status.${page.translation_status}`) }),
            page.translation_status,
          ),
        ]),
  ];
  const menu = (more: readonly MenuEntry[]) => (
    <Menu
      label={t('menu.label')}
      entries={entriesWith(more)}
      trigger={(props) => (
        <IconButton {...props} className="sheet__menu" icon="more" label={t('menu.label')} />
      )}
    />
  );
  return PageEntries ? (
    <PageEntries document={document} page={page}>
      {menu}
    </PageEntries>
  ) : (
    menu([])
  );
};
