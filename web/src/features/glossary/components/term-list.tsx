import type { GlossaryTerm } from '@hamkhan/contracts/http/glossary';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../../shared/ui/chip.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';

const SKELETON_WIDTHS = [60, 45, 70, 52, 38];

export type TermListProps = {
  terms: readonly GlossaryTerm[];
  onEdit: (term: GlossaryTerm) => void;
  onRemove: (term: GlossaryTerm) => void;
};

/** The terms, one per row: the original, its translation and a note. */
export const TermList = ({ terms, onEdit, onRemove }: TermListProps) => {
  const { t } = useTranslation('glossary');
  return (
    <ul className="terms">
      {terms.map((term) => (
        <li key={term.id} className="terms__row">
          <p className="terms__term">
            <bdi>{term.term}</bdi>
          </p>
          {term.translation ? (
            <p className="terms__translation">
              <bdi lang="fa">{term.translation}</bdi>
            </p>
          ) : (
            <p className="terms__translation">
              <Chip tone="wait">{t('undecided')}</Chip>
            </p>
          )}
          <p className="terms__note soft small">
            {term.note ? <bdi>{term.note}</bdi> : null}
            {term.origin === 'owner' ? <Chip tone="ok">{t('yours')}</Chip> : null}
          </p>
          <div className="terms__actions">
            <IconButton
              icon="edit"
              label={t('editNamed', { term: term.term })}
              onClick={() => onEdit(term)}
            />
            <IconButton
              icon="trash"
              label={t('removeNamed', { term: term.term })}
              onClick={() => onRemove(term)}
            />
          </div>
        </li>
      ))}
    </ul>
  );
};

export const TermListSkeleton = () => {
  const { t } = useTranslation();
  return (
    <ul className="terms" aria-busy="true" aria-label={t('loading')}>
      {SKELETON_WIDTHS.map((width) => (
        <li key={width} className="terms__row">
          <Skeleton width={`${width}%`} height="1.25rem" />
          <Skeleton width={`${100 - width}%`} height="1.25rem" />
        </li>
      ))}
    </ul>
  );
};
