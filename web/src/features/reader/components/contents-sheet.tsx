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
import { currentEntry, filterContents } from '../lib/contents-list.js';
import { barTitles } from '../lib/titles.js';
import { TextInput } from '../../../shared/ui/prime-controls.js';
import './contents-sheet.css';

type HeadingsProps = {
  entries: readonly TocEntry[];
  current: TocEntry | undefined;
  lang: string;
  inOriginal: boolean;
  onGo: (entry: TocEntry) => void;
};

/** The headings, scrolled to the current one when the list first renders. */
const Headings = ({ entries, current, lang, inOriginal, onGo }: HeadingsProps) => {
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
            aria-current={entry === current ? 'location' : undefined}
            onClick={() => onGo(entry)}
          >
            {/* The heading is aligned as the interface is; only its text has its own direction. */}
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

/** Title, authors, page count, and links to the library and the document's page. */
const DocumentSummary = ({ document }: { document: DocumentMetadata }) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  return (
    <>
      <ButtonLink look="plain" to="/user/documents/" icon="back" className="contents__back">
        {t('contents.back')}
      </ButtonLink>
      <p className="contents__title">
        <bdi>{barTitles(document, t('untitled')).main}</bdi>
      </p>
      <p className="faint small">
        {document.authors ? <bdi>{document.authors}</bdi> : null}
        {document.authors ? ' · ' : ''}
        {t('contents.pages', { count: document.total_pages, pages: number(document.total_pages) })}
      </p>
    </>
  );
};

/** Buttons for the document: its page, and its shelf for signed-in users who have shelves. */
const DocumentActions = ({ document }: { document: DocumentMetadata }) => {
  const { t } = useTranslation('reader');
  const signedIn = useSignedIn();
  const { shelves } = useShelves();
  const [isPickerOpen, setPickerOpen] = useState(false);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const hasShelves = signedIn && (shelves?.length ?? 0) > 0;
  return (
    <>
      <div className="contents__tools">
        <ButtonLink size="s" icon="info" to={`/i/${document.key}/`}>
          {t('contents.about')}
        </ButtonLink>
        {hasShelves ? (
          <Button size="s" icon="bookshelf" aria-haspopup="dialog" onClick={() => setPickerOpen(true)}>
            {t('contents.shelf')}
          </Button>
        ) : null}
      </div>
      {isPickerOpen && shelves ? (
        <ShelfPicker
          document={{
            key: document.key,
            title: barTitles(document, t('untitled')).main,
            shelfId: movedTo ?? document.shelf_id,
          }}
          shelves={shelves}
          withCurrent
          onMoved={setMovedTo}
          onClose={() => setPickerOpen(false)}
        />
      ) : null}
    </>
  );
};

const HeadingsSkeleton = () => (
  <div className="contents__skeleton" aria-hidden="true">
    {[80, 60, 72, 50, 66, 78].map((width) => (
      <Skeleton key={width} width={`${width}%`} height="0.875rem" />
    ))}
  </div>
);

const FilterField = ({ text, onText }: { text: string; onText: (text: string) => void }) => {
  const { t } = useTranslation('reader');
  return (
    <label className="contents__filter">
      <span className="visually-hidden">{t('contents.filter')}</span>
      <Icon name="search" size="s" />
      <TextInput
        type="search"
        className="input"
        autoComplete="off"
        placeholder={t('contents.filter')}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
};

/** The headings that match a text, or why there are none. */
const FilteredHeadings = ({
  document,
  page,
  text,
  inOriginal,
  onGo,
  onSearch,
}: Omit<ContentsSheetProps, 'onClose'> & { text: string }) => {
  const { t } = useTranslation('reader');
  const { data: entries, error, mutate } = useContents(document.key, document.modified_date);
  const deferredText = useDeferredValue(text);
  const shown = useMemo(() => filterContents(entries ?? [], deferredText), [entries, deferredText]);
  if (!entries) {
    return error ? (
      <div className="contents__empty">
        <p>{t('contents.failed')}</p>
        <Button size="s" icon="refresh" onClick={() => void mutate()}>
          {t('contents.retry')}
        </Button>
      </div>
    ) : (
      <HeadingsSkeleton />
    );
  }
  if (shown.length === 0) {
    return (
      <div className="contents__empty">
        <p>{t(entries.length === 0 ? 'contents.empty' : 'contents.noMatch')}</p>
        <Button size="s" icon="search" onClick={() => onSearch(text)}>
          {t('contents.search')}
        </Button>
      </div>
    );
  }
  return (
    <Headings
      entries={shown}
      current={currentEntry(entries, page)}
      lang={inOriginal ? document.language : TARGET_LANGUAGE}
      inOriginal={inOriginal}
      onGo={onGo}
    />
  );
};

export type ContentsSheetProps = {
  document: DocumentMetadata;
  page: number;
  /** The user reads the original: headings are shown in its language. */
  inOriginal: boolean;
  onGo: (entry: TocEntry) => void;
  onSearch: (text: string) => void;
  onClose: () => void;
};

/** The table of contents beside the text, with the document's title and actions. */
export const ContentsSheet = ({ onClose, ...rest }: ContentsSheetProps) => {
  const { t } = useTranslation('reader');
  const { language } = useFormat();
  const [text, setText] = useState('');
  return (
    // On the right in both languages (RDR-TOC-01).
    <Sheet open onClose={onClose} title={t('contents.title')} place={language === 'fa' ? 'start' : 'end'}>
      <div className="contents">
        <DocumentSummary document={rest.document} />
        <DocumentActions document={rest.document} />
        <FilterField text={text} onText={setText} />
        <FilteredHeadings {...rest} text={text} />
      </div>
    </Sheet>
  );
};
