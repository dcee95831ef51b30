import { MIN_SEARCH_LENGTH } from '@hamkhan/contracts/constants';
import { type FindResult, MAX_FIND_QUERY } from '@hamkhan/contracts/http/reader';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import type { Find } from '../hooks/use-find.js';
import './find.css';

const Snippet = ({ result }: { result: FindResult }) => {
  const [start, end] = result.snippet_match;
  return (
    <p dir="auto">
      {result.snippet.slice(0, start)}
      <mark>{result.snippet.slice(start, end)}</mark>
      {result.snippet.slice(end)}
    </p>
  );
};

/** Searching in the document over the whole screen: every place with the words around it. */
export const FindDialog = ({
  find,
  onChoose,
  onClose,
}: {
  find: Find;
  onChoose: (at: number) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { query, results, isAsked, busy, error, at } = find;

  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'center' });
  }, []);

  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const here = buttons.findIndex((button) => button === document.activeElement);
    event.preventDefault();
    if (here + by < 0) field.current?.focus();
    else buttons[here + by]?.focus();
  };

  const said = !isAsked
    ? query.trim() === ''
      ? ''
      : t('find.short', { least: number(MIN_SEARCH_LENGTH) })
    : busy
      ? ''
      : error
        ? errorText(error, te)
        : results.length === 0
          ? t('find.none')
          : t(find.truncated ? 'find.many' : 'find.count', {
              count: results.length,
              results: number(results.length),
            });

  return (
    <Dialog open onClose={onClose} title={t('find.title')} place="full">
      <div className="find" onKeyDown={step}>
        <form
          role="search"
          className="find__field"
          onSubmit={(event) => {
            event.preventDefault();
            if (results.length > 0 && !busy) onChoose(Math.max(0, at));
          }}
        >
          <Icon name="search" />
          <input
            ref={field}
            type="search"
            className="input"
            autoComplete="off"
            // What PrimeReact puts the focus on when the dialog opens.
            data-pc-autofocus="true"
            enterKeyHint="search"
            maxLength={MAX_FIND_QUERY}
            aria-label={t('find.field')}
            placeholder={t('find.field')}
            value={query}
            onChange={(event) => find.setQuery(event.target.value)}
          />
          {busy ? <Spinner size="s" /> : null}
        </form>
        <p className="find__said" role="status">
          {said}
        </p>
        <ol ref={list} className="find__results" aria-busy={busy}>
          {results.map((result, index) => (
            <li key={`${result.pageNumber}/${result.item_id}/${result.isTranslated}/${result.matchIndex}`}>
              <button type="button" aria-current={index === at || undefined} onClick={() => onChoose(index)}>
                <span className="find__place">
                  {t('page.name', { page: number(result.pageNumber) })}
                  <Chip>{t(result.isTranslated ? 'find.translated' : 'find.original')}</Chip>
                </span>
                <Snippet result={result} />
              </button>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
};

/** A bar over the text while a search is on: which of how many, back and on (RDR-SEARCHDOC-02). */
export const FindBar = ({
  find,
  onGo,
  onFull,
  onClose,
}: {
  find: Find;
  onGo: (at: number) => void;
  onFull: () => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const { results, at } = find;
  const count = results.length;
  const turn = (by: 1 | -1) => onGo((at + by + count) % count);
  return (
    <div className="find-bar" role="search" aria-label={t('find.bar')}>
      <button type="button" className="find-bar__query cut" onClick={onFull} title={t('find.full')}>
        <bdi>{find.query}</bdi>
      </button>
      <output className="num" dir="ltr">{`${number(at + 1)}/${number(count)}`}</output>
      <IconButton icon="up" label={t('find.previous')} disabled={count === 0} onClick={() => turn(-1)} />
      <IconButton icon="down" label={t('find.next')} disabled={count === 0} onClick={() => turn(1)} />
      <IconButton icon="expand" label={t('find.full')} onClick={onFull} />
      <IconButton icon="close" label={t('find.close')} onClick={onClose} />
    </div>
  );
};
