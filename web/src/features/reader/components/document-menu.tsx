import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { useCopyLink } from '../../../shared/shelves/use-copy-link.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu, type MenuEntry } from '../../../shared/ui/menu.js';
import { useOriginalFile } from '../hooks/use-original-file.js';
import type { DocumentTool } from '../lib/reader-tools.js';
import { displayTitle } from '../lib/titles.js';

/** The owner may publish a document once all its pages are there (C05). */
const canPublish = ({ access, published, status }: DocumentMetadata): boolean =>
  access.reason === 'owner' && !published && (status === 'converted' || status === 'translated');

/** The menu of everything else to do with the document. */
export const DocumentMenu = ({
  document,
  withTextTools,
  withPdf,
  onTool,
}: {
  document: DocumentMetadata;
  /** Also lists the tools that have no button on a small screen. */
  withTextTools: boolean;
  withPdf: boolean;
  onTool: (tool: DocumentTool) => void;
}) => {
  const { t } = useTranslation('reader');
  const { share } = useCopyLink('done.documentCopied');
  const original = useOriginalFile(document);
  const textTools: MenuEntry[] = withTextTools
    ? [
        { label: t('tools.find'), icon: 'search', onSelect: () => onTool('find') },
        { label: t('tools.settings'), icon: 'type', onSelect: () => onTool('settings') },
        ...(withPdf
          ? [{ label: t('tools.pdf'), icon: 'print' as const, onSelect: () => onTool('pdf') }]
          : []),
      ]
    : [];
  const entries: MenuEntry[] = [
    ...textTools,
    ...(original
      ? [
          {
            label: t('tools.original'),
            icon: 'download' as const,
            disabled: original.busy,
            onSelect: original.save,
          },
        ]
      : []),
    {
      label: t('tools.share'),
      icon: 'share',
      onSelect: () => void share(`/i/${document.key}/`, displayTitle(document, t('untitled'))),
    },
    ...(canPublish(document)
      ? [{ label: t('tools.publish'), icon: 'globe' as const, onSelect: () => onTool('publish') }]
      : []),
    { label: t('tools.keys'), icon: 'keyboard', onSelect: () => onTool('shortcuts') },
  ];
  return (
    <Menu
      label={t('tools.more')}
      entries={entries}
      trigger={(props) => <IconButton {...props} icon="more" label={t('tools.more')} />}
    />
  );
};
