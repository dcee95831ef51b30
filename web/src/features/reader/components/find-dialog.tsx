import { MIN_SEARCH_LENGTH } from '@hamkhan/contracts/constants';
import { type FindResult, MAX_FIND_QUERY } from '@hamkhan/contracts/http/reader';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import type { Find } from '../hooks/use-find.js';
import { TextInput } from '../../../shared/ui/prime-controls.js';
import './find-dialog.css';

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

/** What the search has come to, for the status line: too short, an error, or the number of results. */
const useFindStatus = ({ query, results, truncated, isSearchable, busy, error }: Find): string => {
  const { t } = useTranslation('reader');
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  if (!isSearchable) return query.trim() === '' ? '' : t('find.short', { least: number(MIN_SEARCH_LENGTH) });
  if (busy) return '';
  if (error) return errorText(error, te);
  if (results.length === 0) return t('find.none');
  return t(truncated ? 'find.many' : 'find.count', {
    count: results.length,
    results: number(results.length),
  });
};

/** Moves the focus through the results with the arrow keys, and back to the field above the first. */
const moveFocus = (
  event: KeyboardEvent,
  field: HTMLInputElement | null,
  list: HTMLOListElement | null,
): void => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const current = buttons.findIndex((button) => button === document.activeElement);
  event.preventDefault();
  if (current + by < 0) field?.focus();
  else buttons[current + by]?.focus();
};

const FindField = ({
  find: { query, setQuery, busy },
  field,
  onSubmit,
}: {
  find: Find;
  field: RefObject<HTMLInputElement | null>;
  onSubmit: () => void;
}) => {
  const { t } = useTranslation('reader');
  return (
    <form
      role="search"
      className="find__field"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Icon name="search" />
      <TextInput
        ref={field}
        type="search"
        className="input"
        autoComplete="off"
        // PrimeReact focuses this element when the dialog opens.
        data-pc-autofocus="true"
        enterKeyHint="search"
        maxLength={MAX_FIND_QUERY}
        aria-label={t('find.field')}
        placeholder={t('find.field')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {busy ? <Spinner size="s" /> : null}
    </form>
  );
};

/** Full-screen search in the document: every match with the words around it. */
export const FindDialog = ({
  find,
  onChoose,
  onClose,
}: {
  find: Find;
  onChoose: (index: number) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { results, busy, activeIndex } = find;
  const status = useFindStatus(find);

  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'center' });
  }, []);

  return (
    <Dialog open onClose={onClose} title={t('find.title')} place="full">
      <div className="find" onKeyDown={(event) => moveFocus(event, field.current, list.current)}>
        <FindField
          find={find}
          field={field}
          onSubmit={() => {
            if (results.length > 0 && !busy) onChoose(Math.max(0, activeIndex));
          }}
        />
        <p className="find__status" role="status">
          {status}
        </p>
        <ol ref={list} className="find__results" aria-busy={busy}>
          {results.map((result, index) => (
            <li key={`${result.pageNumber}/${result.item_id}/${result.isTranslated}/${result.matchIndex}`}>
              <button
                type="button"
                aria-current={index === activeIndex || undefined}
                onClick={() => onChoose(index)}
              >
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
