import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import type { MarginMark } from '../lib/note-marks.js';

/** The marks in the margin; each opens its notes. */
export const MarginMarks = ({
  marks,
  direction,
  onOpen,
}: {
  marks: readonly MarginMark[];
  direction: 'rtl' | 'ltr';
  onOpen: (ids: readonly string[]) => void;
}) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  if (marks.length === 0) return null;
  return (
    <ul aria-label={t('onPage')} dir={direction}>
      {marks.map(({ top, notes }) => {
        const [first] = notes;
        return first ? (
          <li key={first.id} style={{ insetBlockStart: `${top}px` }}>
            <button
              type="button"
              className="note-mark"
              data-category={first.category}
              aria-label={t('marker', {
                count: notes.length,
                total: number(notes.length),
                category: t(`category.${first.category}`),
              })}
              title={first.user_note || first.text}
              onClick={() => onOpen(notes.map(({ id }) => id))}
            >
              {notes.length > 1 ? number(notes.length) : null}
            </button>
          </li>
        ) : null;
      })}
    </ul>
  );
};
