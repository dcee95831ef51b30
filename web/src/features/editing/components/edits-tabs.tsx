import { EDIT_TYPES } from '@hamkhan/contracts/http/editing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import type { PagePlace } from '../../../shared/lib/reader-slots.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { usePageSuggestions } from '../api/suggestions.js';
import { useEditMode } from '../lib/edit-mode.js';
import { pendingOf } from '../lib/pending.js';
import './edits-tabs.css';

const VIEWS = ['content', 'edits'] as const;

/** The page's text, or what is suggested for it: offered while something waits, or is being looked at (RDR-READER-23). */
export const EditsTabs = ({ page }: PagePlace) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const { mode, edits } = useEditMode();
  const { list } = usePageSuggestions(page.id);
  const isEdits = edits.has(page.id);
  const pending = list ? EDIT_TYPES.reduce((sum, type) => sum + pendingOf(list, type), 0) : 0;
  if (pending === 0 && !isEdits) return null;
  return (
    <Segmented
      className="edits-tabs"
      label={t('tabs.label')}
      value={isEdits ? 'edits' : 'content'}
      options={VIEWS.map((view) => ({
        value: view,
        label:
          view === 'edits' && pending > 0
            ? t('tabs.editsCount', { pending: number(pending) })
            : t(`tabs.${view}`),
      }))}
      onChange={(view) => mode.view(page.id, view)}
    />
  );
};
