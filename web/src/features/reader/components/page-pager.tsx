import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { clampPage, parsePageNumber } from '../lib/page-query.js';
import { TextInput } from '../../../shared/ui/prime-controls.js';
import './page-pager.css';

export type PagePagerProps = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  onNext: () => void;
  onPrevious: () => void;
  /** Steps to the neighbouring headings: null in a direction without one, and as a whole on smaller screens (RDR-PAGINATION-04, -05). */
  headings?: { onPrevious: (() => void) | null; onNext: (() => void) | null } | null;
};

/** The page number, editable; it applies on Enter or when the field loses focus, and Escape restores it. */
const PageNumberField = ({ page, pages, onPage }: Pick<PagePagerProps, 'page' | 'pages' | 'onPage'>) => {
  const { t } = useTranslation('reader');
  const { digits, number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  // Escape blurs the field before the state updates: the blur handler must see that nothing is left to apply.
  const pending = useRef<string | null>(null);

  const write = (text: string | null) => {
    pending.current = text;
    setTyped(text);
  };
  const apply = () => {
    const wanted = parsePageNumber(pending.current);
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
    <form onSubmit={onSubmit}>
      <TextInput
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
  );
};

/** Previous and next page, the page number, and steps between headings. */
export const PagePager = ({ page, pages, onPage, onNext, onPrevious, headings }: PagePagerProps) => {
  const { t } = useTranslation('reader');
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
      <PageNumberField page={page} pages={pages} onPage={onPage} />
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
