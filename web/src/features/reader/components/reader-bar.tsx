import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DisplayMenu } from '../../../shared/frame/display-menu.js';
import { useFormat } from '../../../shared/lib/format.js';
import { ReaderSlotsContext } from '../../../shared/lib/reader-slots.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { displayTitle, headTitles } from '../lib/titles.js';
import { VersionSwitch, type VersionChoiceProps } from './version-choice.js';
import '../../../shared/styles/bar.css';
import './reader-bar.css';

export type ReaderBarProps = {
  document: DocumentMetadata | undefined;
  /** Absent while there is no text to choose for, or where another place offers the choice. */
  version: VersionChoiceProps | null;
  page: number;
  loaded: number;
  wanted: number;
  /** The page that is read is on its way. */
  busy: boolean;
  /** There is no document to name. */
  nameless: boolean;
};

/** The head of the reader: the way back, whose text this is, which text is shown, and how much of it is here. */
export const ReaderBar = ({ document, version, page, loaded, wanted, busy, nameless }: ReaderBarProps) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { number } = useFormat();
  const { Tools } = useContext(ReaderSlotsContext);
  const titles = document ? headTitles(document, t('untitled')) : null;
  const whole = document ? displayTitle(document, t('untitled')) : undefined;
  const progress = t('progress.text', { loaded: number(loaded), total: number(wanted) });
  const total = document?.total_pages ?? 0;
  const filling = wanted > 0 && loaded < wanted;

  return (
    <header className="reader-head">
      <div className="bar reader-bar">
        <Link className="icon-btn" to="/user/documents/" aria-label={t('toLibrary')} title={t('toLibrary')}>
          <Icon name="back" />
        </Link>
        <div className="reader-bar__title grow" title={whole}>
          {titles ? (
            <>
              <h1 className="cut">
                <bdi>{titles.main}</bdi>
              </h1>
              {titles.under ? (
                <p className="cut">
                  <bdi>{titles.under}</bdi>
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
        {version ? <VersionSwitch {...version} /> : null}
        {Tools && document ? <Tools document={document} /> : null}
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
        {busy ? <em role="progressbar" aria-label={tc('loading')} /> : null}
      </div>
    </header>
  );
};
