import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.js';

/** Offers to take a note, below the selected passage. */
export const TakeNoteButton = ({
  place,
  onTake,
}: {
  place: { top: number; inlineStart: number };
  onTake: () => void;
}) => {
  const { t } = useTranslation('notes');
  return (
    <div
      className="note-offer"
      role="toolbar"
      aria-label={t('select.bar')}
      style={{
        insetBlockStart: `${place.top}px`,
        // Stays on the sheet, wherever the last line ends.
        insetInlineStart: `max(0px, min(${place.inlineStart}px, 100% - 9rem))`,
      }}
      // Keeps the selection.
      onPointerDown={(event) => event.preventDefault()}
    >
      <Button size="s" look="main" icon="note" onClick={onTake}>
        {t('select.take')}
      </Button>
    </div>
  );
};
