import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { ReaderSlotsContext } from '../../../shared/ui/reader-slots.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu, type MenuEntry } from '../../../shared/ui/menu.js';
import { mayReprocess, type PageTool } from '../lib/reader-tools.js';
import { statusLook } from '../lib/status-look.js';

type PageMenuProps = {
  page: ReaderPage;
  document: DocumentMetadata;
  onTool: (tool: PageTool) => void;
};

/** Dialogs about the page. */
const useToolEntries = ({ page, onTool }: PageMenuProps): MenuEntry[] => {
  const { t } = useTranslation('reader');
  return [
    ...(page.image
      ? [{ label: t('menu.image'), icon: 'image' as const, onSelect: () => onTool('image') }]
      : []),
    ...(page.translated_content || page.translated_content_level2
      ? [{ label: t('menu.translation'), icon: 'columns' as const, onSelect: () => onTool('translation') }]
      : []),
  ];
};

/** Reprocessing for the owner, and reporting a problem. */
const useActionEntries = ({ page, document, onTool }: PageMenuProps): MenuEntry[] => {
  const { t } = useTranslation('reader');
  return [
    ...(mayReprocess(document)
      ? [
          {
            label: t('menu.reprocess'),
            icon: 'refresh' as const,
            disabled: page.status !== 'success' && page.status !== 'failed',
            onSelect: () => onTool('reprocess'),
          },
        ]
      : []),
    { label: t('menu.report'), icon: 'flag', onSelect: () => onTool('report') },
  ];
};

/** The processing status of the page, as entries that cannot be chosen. */
const useStatusEntries = ({ status, translation_status: translation }: ReaderPage): MenuEntry[] => {
  const { t } = useTranslation('reader');
  const entry = (label: string, of: string): MenuEntry => ({
    label,
    ...statusLook(of),
    disabled: true,
    onSelect: () => {},
  });
  return [
    entry(t('menu.status', { status: t(`status.${status}`) }), status),
    ...(status === 'failed'
      ? []
      : [entry(t('menu.translationStatus', { status: t(`status.${translation}`) }), translation)]),
  ];
};

/** The menu of one page: what can be done with it, and its processing status. */
export const PageMenu = (props: PageMenuProps) => {
  const { page, document } = props;
  const { t } = useTranslation('reader');
  const { PageEntries } = useContext(ReaderSlotsContext);
  const tools = useToolEntries(props);
  const actions = useActionEntries(props);
  const statuses = useStatusEntries(page);
  const menu = (others: readonly MenuEntry[]) => (
    <Menu
      label={t('menu.label')}
      entries={[...tools, ...others, ...actions, { kind: 'separator' }, ...statuses]}
      trigger={(trigger) => (
        <IconButton {...trigger} className="sheet__menu" icon="more" label={t('menu.label')} />
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
