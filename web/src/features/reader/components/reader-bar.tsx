import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DisplayMenu } from '../../../shared/frame/display-menu.js';
import { useFormat } from '../../../shared/lib/format.js';
import { ReaderSlotsContext } from '../../../shared/lib/reader-slots.js';
import { useFrom } from '../../../shared/lib/use-media.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu, type MenuEntry } from '../../../shared/ui/menu.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import type { ReadingTexts } from '../lib/reading-choice.js';
import { displayTitle, headTitles } from '../lib/titles.js';
import { TEXT_ICONS } from './reading-sheet.js';
import { VersionChoice, type VersionChoiceProps } from './version-choice.js';
import '../../../shared/styles/bar.css';
import './reader-bar.css';

/** What can be opened from the bar. */
export type ReaderTool = 'contents' | 'find' | 'settings' | 'pdf' | 'keys' | 'publish';

export type ReaderBarProps = {
  document: DocumentMetadata | undefined;
  /** Absent while there is no text to choose for. */
  version: VersionChoiceProps | null;
  texts: ReadingTexts;
  onTool: (tool: ReaderTool) => void;
  onShare: () => void;
  /** The document can be had as a PDF. */
  pdf: boolean;
  /** Saves the file the document was made from; null where the reader may not have it. */
  original: { busy: boolean; save: () => void } | null;
  page: number;
  loaded: number;
  wanted: number;
  /** The page that is read is on its way. */
  busy: boolean;
  /** There is no document to name. */
  nameless: boolean;
};

const TEXTS = ['one', 'columns', 'lines'] as const;

/** The owner shows a document to others once all its pages are there (C05). */
const mayPublish = ({ access, published, status }: DocumentMetadata): boolean =>
  access.reason === 'owner' && !published && (status === 'converted' || status === 'translated');

/** The head of the reader: the contents, whose text this is, which text is shown how, and what else there is to do. */
export const ReaderBar = ({
  document,
  version,
  texts,
  onTool,
  onShare,
  pdf,
  original,
  page,
  loaded,
  wanted,
  busy,
  nameless,
}: ReaderBarProps) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { number } = useFormat();
  const { Tools } = useContext(ReaderSlotsContext);
  const titles = document ? headTitles(document, t('untitled')) : null;
  const whole = document ? displayTitle(document, t('untitled')) : undefined;
  const progress = t('progress.text', { loaded: number(loaded), total: number(wanted) });
  const total = document?.total_pages ?? 0;
  const filling = wanted > 0 && loaded < wanted;
  const wide = useFrom('md');
  const large = useFrom('lg');
  const hasText = version !== null;

  const small: MenuEntry[] =
    wide || !hasText
      ? []
      : [
          { label: t('tools.find'), icon: 'search', onSelect: () => onTool('find') },
          { label: t('tools.settings'), icon: 'type', onSelect: () => onTool('settings') },
          ...(pdf ? [{ label: t('tools.pdf'), icon: 'print' as const, onSelect: () => onTool('pdf') }] : []),
        ];
  const entries: MenuEntry[] = [
    ...small,
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
    { label: t('tools.share'), icon: 'share', onSelect: onShare },
    ...(document && mayPublish(document)
      ? [{ label: t('tools.publish'), icon: 'globe' as const, onSelect: () => onTool('publish') }]
      : []),
    { label: t('tools.keys'), icon: 'keyboard', onSelect: () => onTool('keys') },
  ];

  return (
    <header className="reader-head">
      <div className="bar reader-bar">
        {hasText ? (
          <IconButton
            icon="contents"
            label={t('tools.contents')}
            aria-haspopup="dialog"
            onClick={() => onTool('contents')}
          />
        ) : null}
        {wide || !hasText ? (
          <Link className="icon-btn" to="/user/documents/" aria-label={t('toLibrary')} title={t('toLibrary')}>
            <Icon name="back" />
          </Link>
        ) : null}
        <div className="reader-bar__title grow" title={whole}>
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
          ) : nameless ? (
            <h1>{tc('siteTitle')}</h1>
          ) : (
            <Skeleton width="12rem" height="1.125rem" />
          )}
        </div>
        {filling ? <span className="num faint reader-bar__progress">{progress}</span> : null}
        {version && wide ? <VersionChoice {...version} /> : null}
        {version && large ? (
          <Segmented
            label={t('settings.texts')}
            value={texts}
            options={TEXTS.map((value) => ({
              value,
              label: t(`texts.${value}`),
              icon: TEXT_ICONS[value],
              iconOnly: true,
              disabled: !version.choice.translated,
            }))}
            onChange={(value) => version.onChoice({ texts: value })}
          />
        ) : null}
        {hasText && wide ? (
          <IconButton
            icon="search"
            label={t('tools.find')}
            aria-haspopup="dialog"
            onClick={() => onTool('find')}
          />
        ) : null}
        {Tools && document ? <Tools document={document} /> : null}
        {hasText && wide && pdf ? (
          <IconButton
            icon="print"
            label={t('tools.pdf')}
            aria-haspopup="dialog"
            onClick={() => onTool('pdf')}
          />
        ) : null}
        {hasText && wide ? (
          <IconButton
            icon="type"
            label={t('tools.settings')}
            aria-haspopup="dialog"
            onClick={() => onTool('settings')}
          />
        ) : null}
        {document ? (
          <Menu
            label={t('tools.more')}
            entries={entries}
            trigger={(props) => <IconButton {...props} icon="more" label={t('tools.more')} />}
          />
        ) : null}
        <DisplayMenu />
      </div>
      <div className="reader-line">
        {total > 0 ? (
          <>
            <b
              role="progressbar"
              aria-label={t('progress.label')}
              aria-valuemin={0}
              aria-valuemax={wanted}
              aria-valuenow={Math.min(loaded, wanted)}
              aria-valuetext={progress}
              style={{ inlineSize: `${wanted > 0 ? (Math.min(loaded, wanted) / wanted) * 100 : 0}%` }}
            />
            <i style={{ inlineSize: `${(page / total) * 100}%` }} />
          </>
        ) : null}
        {busy ? <span role="progressbar" aria-label={tc('loading')} /> : null}
      </div>
    </header>
  );
};
