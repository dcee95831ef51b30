import { foldForSearch } from '@hamkhan/contracts/folding';
import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import type { TocEntry } from '@hamkhan/contracts/http/reader';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShelves } from '../../../shared/api/shelves.js';
import { useSignedIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { ShelfPicker } from '../../../shared/shelves/shelf-picker.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { Sheet } from '../../../shared/ui/dialog.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { useContents } from '../api/contents.js';
import { headTitles } from '../lib/titles.js';
import './contents-sheet.css';

/** The heading one is in: the last that begins on or before a page. */
export const currentEntry = (entries: readonly TocEntry[], page: number): TocEntry | undefined =>
  entries.find((entry) => entry.pageNumber === page) ?? entries.findLast((entry) => entry.pageNumber <= page);

/** Headings that have a text in either language, however it is written (RDR-TOC-04). */
export const filterContents = (entries: readonly TocEntry[], text: string): readonly TocEntry[] => {
  const wanted = foldForSearch(text);
  return wanted === ''
    ? entries
    : entries.filter(({ title, origin_title: original }) =>
        [title, original].some((one) => foldForSearch(one).includes(wanted)),
      );
};

/** The list, from the heading one is in. What is in a sheet is there once the sheet is: the list looks for its place itself. */
const Headings = ({
  entries,
  here,
  lang,
  inOriginal,
  onGo,
}: {
  entries: readonly TocEntry[];
  here: TocEntry | undefined;
  lang: string;
  inOriginal: boolean;
  onGo: (entry: TocEntry) => void;
}) => {
  const { number } = useFormat();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'center' });
  }, []);
  return (
    <ul ref={list} className="contents__list">
      {entries.map((entry) => (
        <li key={entry.headingId}>
          <button
            type="button"
            data-level={entry.level}
            aria-current={entry === here ? 'location' : undefined}
            onClick={() => onGo(entry)}
          >
            {/* Where a heading begins is the interface's affair; how it runs is its own. */}
            <span className="grow">
              <bdi lang={lang} dir={directionOf(lang)}>
                {inOriginal ? entry.origin_title : entry.title}
              </bdi>
            </span>
            <span className="num">{number(entry.pageNumber)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};

export type ContentsSheetProps = {
  document: DocumentMetadata;
  page: number;
  /** The reader sees the original: headings are named in it. */
  inOriginal: boolean;
  onGo: (entry: TocEntry) => void;
  onSearch: (text: string) => void;
  onClose: () => void;
};

/** The table of contents beside the text, and what else there is to do with the document. */
export const ContentsSheet = ({
  document,
  page,
  inOriginal,
  onGo,
  onSearch,
  onClose,
}: ContentsSheetProps) => {
  const { t } = useTranslation('reader');
  const { number, language } = useFormat();
  const signedIn = useSignedIn();
  const { shelves } = useShelves();
  const { data: entries, error, mutate } = useContents(document.key, document.modified_date);
  const [text, setText] = useState('');
  const [filing, setFiling] = useState(false);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const wanted = useDeferredValue(text);
  const shown = useMemo(() => filterContents(entries ?? [], wanted), [entries, wanted]);
  const here = entries && currentEntry(entries, page);
  const titles = headTitles(document, t('untitled'));

  const canFile = signedIn && (shelves?.length ?? 0) > 0;
  return (
    // On the right in both languages (RDR-TOC-01).
    <Sheet open onClose={onClose} title={t('contents.title')} place={language === 'fa' ? 'start' : 'end'}>
      <div className="contents">
        <ButtonLink look="plain" to="/user/documents/" icon="back" className="contents__back">
          {t('contents.back')}
        </ButtonLink>
        <p className="contents__title">
          <bdi>{titles.main}</bdi>
        </p>
        <p className="faint small">
          {document.authors ? <bdi>{document.authors}</bdi> : null}
          {document.authors ? ' · ' : ''}
          {t('contents.pages', { count: document.total_pages, pages: number(document.total_pages) })}
        </p>
        <div className="contents__tools">
          <ButtonLink size="s" icon="info" to={`/i/${document.key}/`}>
            {t('contents.about')}
          </ButtonLink>
          {canFile ? (
            <Button size="s" icon="bookshelf" aria-haspopup="dialog" onClick={() => setFiling(true)}>
              {t('contents.shelf')}
            </Button>
          ) : null}
        </div>
        <label className="contents__find">
          <span className="visually-hidden">{t('contents.filter')}</span>
          <Icon name="search" size="s" />
          <input
            type="search"
            className="input"
            autoComplete="off"
            placeholder={t('contents.filter')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {error && !entries ? (
          <div className="contents__none">
            <p>{t('contents.failed')}</p>
            <Button size="s" icon="refresh" onClick={() => void mutate()}>
              {t('contents.retry')}
            </Button>
          </div>
        ) : !entries ? (
          <div className="contents__ghost" aria-hidden="true">
            {[80, 60, 72, 50, 66, 78].map((width) => (
              <Skeleton key={width} width={`${width}%`} height="0.875rem" />
            ))}
          </div>
        ) : shown.length === 0 ? (
          <div className="contents__none">
            <p>{t(entries.length === 0 ? 'contents.empty' : 'contents.noMatch')}</p>
            <Button size="s" icon="search" onClick={() => onSearch(text)}>
              {t('contents.search')}
            </Button>
          </div>
        ) : (
          <Headings
            entries={shown}
            here={here}
            lang={inOriginal ? document.language : TARGET_LANGUAGE}
            inOriginal={inOriginal}
            onGo={onGo}
          />
        )}
      </div>
      {filing && shelves ? (
        <ShelfPicker
          document={{ key: document.key, title: titles.main, shelfId: movedTo ?? document.shelf_id }}
          shelves={shelves}
          withCurrent
          onMoved={setMovedTo}
          onClose={() => setFiling(false)}
        />
      ) : null}
    </Sheet>
  );
};
