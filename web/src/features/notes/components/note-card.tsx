import type { Note } from '@hamkhan/contracts/http/notes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatGregorian, useFormat } from '../../../shared/lib/format.js';
import { passagePath } from '../../../shared/lib/notes-address.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { CategoryName } from './category-field.js';
import './note-card.css';

export type NoteCardProps = {
  note: Note;
  /** The passage is on screen: the card shows no link to it. */
  inPlace?: boolean;
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
};

/** The page of the passage, as a link when the passage can be opened. */
const PassageLink = ({ note }: { note: Note }) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const page = t('card.page', { page: number(note.page_number + 1) });
  if (note.orphan || note.locked) return <span className="soft">{page}</span>;
  return (
    <Link
      className="link"
      to={passagePath(note.document.key, note.page_number, note.id)}
      title={t('card.goTo')}
    >
      {page}
    </Link>
  );
};

/** The passage, and how its text has changed since; or that the document is locked. */
const Passage = ({ note }: { note: Note }) => {
  const { t } = useTranslation('notes');
  const isCorrected =
    !note.orphan && note.anchored_text !== note.selected_text && note.anchored_text !== note.text;
  if (note.locked) {
    return (
      <p className="note-card__state">
        <Icon name="lock" size="s" />
        <span>{t('card.locked')}</span>
      </p>
    );
  }
  return (
    <>
      <blockquote className="note-card__passage" dir={note.version === 0 ? 'auto' : 'rtl'}>
        {note.text}
      </blockquote>
      {isCorrected ? (
        <p className="note-card__state">
          <Icon name="info" size="s" />
          <span>
            {t('card.changed', { text: '' })}
            <bdi>{note.anchored_text}</bdi>
          </span>
        </p>
      ) : null}
    </>
  );
};

const OrphanWarning = () => {
  const { t } = useTranslation('notes');
  return (
    <p className="note-card__state note-card__state--orphan">
      <Icon name="warning" size="s" />
      <span>
        <b>{t('card.orphan')}</b>
        {' – '}
        {t('card.orphanHint')}
      </span>
    </p>
  );
};

/** A note: its passage, its text, its tags, and buttons to edit and delete it. */
export const NoteCard = ({ note, inPlace = false, onEdit, onDelete }: NoteCardProps) => {
  const { t } = useTranslation('notes');
  const { date } = useFormat();
  return (
    <article className="note-card" data-category={note.category}>
      <header className="note-card__head">
        <CategoryName category={note.category} />
        {inPlace ? null : (
          <>
            <span className="faint" aria-hidden="true">
              ·
            </span>
            <PassageLink note={note} />
          </>
        )}
        <span className="grow" />
        {note.locked ? null : <IconButton icon="edit" label={t('card.edit')} onClick={() => onEdit(note)} />}
        <IconButton icon="trash" label={t('card.delete')} onClick={() => onDelete(note)} />
      </header>
      <Passage note={note} />
      {note.orphan ? <OrphanWarning /> : null}
      {note.user_note ? (
        <p className="note-card__words" dir="auto">
          {note.user_note}
        </p>
      ) : null}
      <footer className="note-card__foot">
        <time dateTime={note.created_date} title={formatGregorian(note.created_date)}>
          {date(note.created_date)}
        </time>
        <span aria-hidden="true">·</span>
        <span>{t(`card.taken.${note.version}`)}</span>
        {note.tags.map((tag) => (
          <bdi key={tag} className="note-card__tag cut">
            {tag}
          </bdi>
        ))}
      </footer>
    </article>
  );
};
