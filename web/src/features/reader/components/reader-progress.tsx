import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import './reader-progress.css';

/** A line that shows how far the user has read, how many pages are loaded, and whether the page on screen is loading. */
export const ReaderProgress = ({
  page,
  totalPages,
  loaded,
  expected,
  busy,
}: {
  page: number;
  totalPages: number;
  loaded: number;
  /** How many pages will be loaded in the end. */
  expected: number;
  busy: boolean;
}) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { number } = useFormat();
  const shown = Math.min(loaded, expected);
  return (
    <div className="reader-progress">
      {totalPages > 0 ? (
        <>
          <b
            role="progressbar"
            aria-label={t('progress.label')}
            aria-valuemin={0}
            aria-valuemax={expected}
            aria-valuenow={shown}
            aria-valuetext={t('progress.text', { loaded: number(loaded), total: number(expected) })}
            style={{ inlineSize: `${expected > 0 ? (shown / expected) * 100 : 0}%` }}
          />
          <i style={{ inlineSize: `${(page / totalPages) * 100}%` }} />
        </>
      ) : null}
      {busy ? <span role="progressbar" aria-label={tc('loading')} /> : null}
    </div>
  );
};
