import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DisplayMenu } from '../../../shared/frame/display-menu.js';
import { useFormat } from '../../../shared/lib/format.js';
import { ReaderSlotsContext } from '../../../shared/ui/reader-slots.js';
import { useFrom } from '../../../shared/lib/use-media.js';
import { Icon, type IconName } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import type { OpenDocument } from '../hooks/use-open-document.js';
import { canExportPdf } from '../lib/can-export-pdf.js';
import { isInSpan } from '../lib/readable-span.js';
import type { ReadingChoice } from '../lib/reading-choice.js';
import type { DocumentTool } from '../lib/reader-tools.js';
import { barTitles, displayTitle } from '../lib/titles.js';
import { DocumentMenu } from './document-menu.js';
import { ReaderProgress } from './reader-progress.js';
import { TEXT_ICONS, TEXTS } from './reading-settings-sheet.js';
import { VersionChoice } from './version-choice.js';
import '../../../shared/styles/bar.css';
import './reader-bar.css';

const BarTitle = ({
  document,
  hasFailed,
}: {
  document: DocumentMetadata | undefined;
  hasFailed: boolean;
}) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const titles = document ? barTitles(document, t('untitled')) : null;
  return (
    <div
      className="reader-bar__title grow"
      title={document ? displayTitle(document, t('untitled')) : undefined}
    >
      {titles ? (
        <>
          <h1 className="cut" dir="auto">
            {titles.main}
          </h1>
          {titles.under ? (
            <p className="cut" dir="auto">
              {titles.under}
            </p>
          ) : null}
        </>
      ) : hasFailed ? (
        <h1>{tc('siteTitle')}</h1>
      ) : (
        <Skeleton width="12rem" height="1.125rem" />
      )}
    </div>
  );
};

/** How many pages are loaded, while some are missing. */
const LoadedCount = ({ loaded, expected }: { loaded: number; expected: number }) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  if (expected === 0 || loaded >= expected) return null;
  return (
    <span className="num faint reader-bar__progress">
      {t('progress.text', { loaded: number(loaded), total: number(expected) })}
    </span>
  );
};

const TextsChoice = ({
  choice: { texts, translated },
  onChoice,
}: {
  choice: ReadingChoice;
  onChoice: (part: Partial<ReadingChoice>) => void;
}) => {
  const { t } = useTranslation('reader');
  return (
    <Segmented
      label={t('settings.texts')}
      value={texts}
      options={TEXTS.map((value) => ({
        value,
        label: t(`texts.${value}`),
        icon: TEXT_ICONS[value],
        iconOnly: true,
        disabled: !translated,
      }))}
      onChange={(value) => onChoice({ texts: value })}
    />
  );
};

const ToolButton = ({
  tool,
  icon,
  onTool,
}: {
  tool: 'contents' | 'find' | 'pdf' | 'settings';
  icon: IconName;
  onTool: (tool: DocumentTool) => void;
}) => {
  const { t } = useTranslation('reader');
  return (
    <IconButton icon={icon} label={t(`tools.${tool}`)} aria-haspopup="dialog" onClick={() => onTool(tool)} />
  );
};

export type ReaderBarProps = {
  reader: OpenDocument;
  onTool: (tool: DocumentTool) => void;
};

/** The reader's header: contents, title, version and layout choices, tools and the loading progress. */
export const ReaderBar = ({ reader, onTool }: ReaderBarProps) => {
  const { t } = useTranslation('reader');
  const { Tools } = useContext(ReaderSlotsContext);
  const isMedium = useFrom('md');
  const isLarge = useFrom('lg');
  const { document, span, pages, page, choice, changeChoice, error } = reader;
  const hasText = span !== null;
  const hasPdf = document !== undefined && canExportPdf(document, pages.pages.size);
  const isPageLoading = span !== null && isInSpan(span, page - 1) && pages.loading.has(page - 1);
  return (
    <header className="reader-head">
      <div className="bar reader-bar">
        {hasText ? <ToolButton tool="contents" icon="contents" onTool={onTool} /> : null}
        {isMedium || !hasText ? (
          <Link className="icon-btn" to="/user/documents/" aria-label={t('toLibrary')} title={t('toLibrary')}>
            <Icon name="back" />
          </Link>
        ) : null}
        <BarTitle document={document} hasFailed={error !== undefined} />
        <LoadedCount loaded={pages.pages.size} expected={pages.expected} />
        {hasText && isMedium ? <VersionChoice choice={choice} onChoice={changeChoice} /> : null}
        {hasText && isLarge ? <TextsChoice choice={choice} onChoice={changeChoice} /> : null}
        {hasText && isMedium ? <ToolButton tool="find" icon="search" onTool={onTool} /> : null}
        {Tools && document ? <Tools document={document} /> : null}
        {hasText && isMedium && hasPdf ? <ToolButton tool="pdf" icon="print" onTool={onTool} /> : null}
        {hasText && isMedium ? <ToolButton tool="settings" icon="type" onTool={onTool} /> : null}
        {document ? (
          <DocumentMenu
            document={document}
            withTextTools={hasText && !isMedium}
            withPdf={hasPdf}
            onTool={onTool}
          />
        ) : null}
        <DisplayMenu />
      </div>
      <ReaderProgress
        page={page}
        totalPages={document?.total_pages ?? 0}
        loaded={pages.pages.size}
        expected={pages.expected}
        busy={isPageLoading || (!document && !error)}
      />
    </header>
  );
};
