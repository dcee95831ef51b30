import type { EditSummary } from '@hamkhan/contracts/http/suggestions';
import type { ReactNode } from 'react';
import { formatGregorian, useFormat } from '../../../shared/lib/format.js';
import { Author } from './author.js';
import { ChangeChips } from './change-chips.js';

type ListedSuggestion = {
  title: string;
  description: string;
  user: { name: string };
  edit_summary: EditSummary;
};

/** A suggestion in a list; its title opens it when the user may see its content. */
export const SuggestionCard = ({
  suggestion: { title, description, user, edit_summary: summary },
  date,
  onOpen,
  children,
}: {
  suggestion: ListedSuggestion;
  date: string;
  onOpen: (() => void) | null;
  /** Buttons. */
  children?: ReactNode;
}) => {
  const format = useFormat();
  return (
    <article className="edit-card">
      <h3>
        {onOpen ? (
          <button type="button" className="link" onClick={onOpen}>
            <bdi>{title}</bdi>
          </button>
        ) : (
          <bdi>{title}</bdi>
        )}
      </h3>
      {description ? (
        <p className="small soft edit-card__description">
          <bdi>{description}</bdi>
        </p>
      ) : null}
      <p className="edit-card__facts small faint">
        <Author name={user.name} />
        <span aria-hidden="true">·</span>
        <time dateTime={date} title={formatGregorian(date)}>
          {format.date(date)}
        </time>
      </p>
      <div className="edit-card__facts">
        <ChangeChips summary={summary} />
        {children ? <span className="edit-card__tools">{children}</span> : null}
      </div>
    </article>
  );
};
