import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { clampPage, readPageNumber } from '../lib/page-query.js';
import './page-pager.css';

export type PagePagerProps = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  onNext: () => void;
  onPrevious: () => void;
  /** Steps to the neighbouring headings, null where there is none that way; all null on smaller screens (RDR-PAGINATION-04, -05). */
  headings?: { onPrevious: (() => void) | null; onNext: (() => void) | null } | null;
};

/** Previous, next, and the number that can be written over; it counts on Enter or when the field is left. */
export const PagePager = ({ page, pages, onPage, onNext, onPrevious, headings }: PagePagerProps) => {
  const { t } = useTranslation('reader');
  const { digits, number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  // Escape leaves the field too, and must not count.
  const given = useRef<string | null>(null);

  const write = (text: string | null) => {
    given.current = text;
    setTyped(text);
  };
  const apply = () => {
    const wanted = readPageNumber(given.current);
    write(null);
    if (wanted !== null) onPage(clampPage(wanted, pages));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return;
    write(null);
    event.currentTarget.blur();
  };

  return (
    <nav className="page-pager" aria-label={t('pager.label')}>
      {headings ? (
        <IconButton
          icon="skip-back"
          label={t('pager.previousHeading')}
          disabled={!headings.onPrevious}
          onClick={() => headings.onPrevious?.()}
        />
      ) : null}
      <IconButton icon="back" label={t('pager.previous')} disabled={page <= 1} onClick={onPrevious} />
      <form onSubmit={onSubmit}>
        <input
          aria-label={t('pager.number', { pages: number(pages) })}
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          maxLength={6}
          value={typed ?? digits(page)}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => write(event.target.value)}
          onBlur={apply}
          onKeyDown={onKeyDown}
        />
        <span className="num" aria-hidden="true">
          {t('pager.of', { pages: number(pages) })}
        </span>
      </form>
      <IconButton
        icon="forward"
        label={t('pager.next')}
        aria-disabled={page >= pages || undefined}
        onClick={onNext}
      />
      {headings ? (
        <IconButton
          icon="skip-forward"
          label={t('pager.nextHeading')}
          disabled={!headings.onNext}
          onClick={() => headings.onNext?.()}
        />
      ) : null}
    </nav>
  );
};
