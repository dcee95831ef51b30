import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { OTHER_LANGUAGE } from '@hamkhan/contracts/language-note';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../shared/lib/format.js';
import { ButtonLink } from '../../../shared/ui/button.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Meter } from '../../../shared/ui/meter.js';
import { DocumentMenu } from './document-menu.js';
import { canOpen, displayTitle, hasEndedBadly, isBook, statusLabel } from './document-state.js';

const pathOf = (item: LibraryItem) => `/d/${item.key}/`;

/** The title as a link to the document; a click on a pending one explains why it cannot be opened. */
export const DocumentTitle = ({ item }: { item: LibraryItem }) => {
  const { t } = useTranslation('library');
  const title = displayTitle(item);
  if (canOpen(item)) {
    return (
      <Link className="doc-title" to={pathOf(item)}>
        <bdi>{title}</bdi>
      </Link>
    );
  }
  if (item.status === 'pending') {
    return (
      <button type="button" className="doc-title" onClick={() => showMessage('warning', t('pendingWarning'))}>
        <bdi>{title}</bdi>
      </button>
    );
  }
  return (
    <span className="doc-title">
      <bdi>{title}</bdi>
    </span>
  );
};

/** The file name, type and language; for a document that ended badly only the reason. */
export const DocumentDetails = ({ item }: { item: LibraryItem }) => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  const { digits } = useFormat();
  if (hasEndedBadly(item)) {
    const reason =
      item.note || t(`defaultReason.${item.status as 'failed' | 'skipped' | 'canceled' | 'blocked'}`);
    return (
      <p
        className={`doc-reason${item.status === 'failed' || item.status === 'blocked' ? ' doc-reason--bad' : ''}`}
      >
        {digits(reason)}
      </p>
    );
  }
  const parts = [t('sourceLanguage', { language: tc(`sourceLanguages.${item.language}`) })];
  if (item.total_pages > 0) parts.unshift(t(isBook(item) ? 'kind.book' : 'kind.article'));
  return (
    <>
      <p className="doc-details">
        {displayTitle(item) === item.source_filename ? null : (
          <>
            <bdi dir="ltr" className="cut" title={item.source_filename}>
              {item.source_filename}
            </bdi>
            <span aria-hidden="true">·</span>
          </>
        )}
        <span>{parts.join(' · ')}</span>
        {item.published ? null : (
          <span className="doc-private" title={t('menu.private')}>
            <Icon name="lock" size="s" />
            <span className="visually-hidden">{t('menu.private')}</span>
          </span>
        )}
      </p>
      {item.note_code === OTHER_LANGUAGE ? <p className="doc-reason">{digits(item.note)}</p> : null}
    </>
  );
};

/** The number of pages, and how many of them are translated, as text and as a bar. */
export const DocumentProgress = ({ item }: { item: LibraryItem }) => {
  const { t } = useTranslation('library');
  const { number } = useFormat();
  const { total_pages: total, processed_pages: read, translated_level2_pages: translated } = item;
  if (total === 0) {
    return <span className="num">{item.status === 'inprogress' ? t('pages.counting') : '–'}</span>;
  }
  const done = item.status === 'translated' || item.status === 'published';
  const text =
    translated > 0 || done
      ? t('pages.translated', { done: number(translated), total: number(total) })
      : read < total
        ? t('pages.read', { done: number(read), total: number(total) })
        : t('pages.total', { count: total, total: number(total) });
  return (
    <div className="doc-progress">
      <span className="num">{text}</span>
      <Meter
        value={translated / total}
        ahead={read / total}
        tone={done ? 'ok' : 'brand'}
        label={t('pages.meter')}
      />
    </div>
  );
};

export const DocumentState = ({ item }: { item: LibraryItem }) => {
  const { t } = useTranslation('library');
  const { key, tone } = statusLabel(item);
  return <Chip tone={tone}>{t(`state.${key}`)}</Chip>;
};

/** The main action as a button, the others in a menu. */
export const DocumentActions = ({ item }: { item: LibraryItem }) => (
  <>
    <MainAction item={item} />
    <DocumentMenu item={item} />
  </>
);

const MainAction = ({ item }: { item: LibraryItem }) => {
  const { t } = useTranslation('library');
  if (canOpen(item)) {
    return (
      <Link
        className="icon-btn"
        to={pathOf(item)}
        aria-label={t('readNamed', { title: displayTitle(item) })}
        title={t('read')}
      >
        <Icon name="read" />
      </Link>
    );
  }
  if (item.status === 'pending') {
    return (
      <IconButton
        icon="read"
        label={t('read')}
        aria-disabled="true"
        onClick={() => showMessage('warning', t('pendingWarning'))}
      />
    );
  }
  return item.status === 'blocked' ? null : (
    <ButtonLink size="s" to="/user/upload/">
      {t('anotherFile')}
    </ButtonLink>
  );
};
