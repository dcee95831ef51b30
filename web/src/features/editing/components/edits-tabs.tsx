import { EDIT_TYPES } from '@hamkhan/contracts/http/editing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import type { PagePlace } from '../../../shared/ui/reader-slots.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { usePageSuggestions } from '../api/suggestions.js';
import { useEditMode } from '../lib/edit-mode.js';
import { pendingCount } from '../lib/pending-count.js';
import './edits-tabs.css';

const VIEWS = ['content', 'edits'] as const;

/** Tabs for the page's text and its suggestions, while there are pending ones or they are shown (RDR-READER-23). */
export const EditsTabs = ({ page }: PagePlace) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const { mode, pagesShowingEdits } = useEditMode();
  const { list } = usePageSuggestions(page.id);
  const showsEdits = pagesShowingEdits.has(page.id);
  const pending = list ? EDIT_TYPES.reduce((sum, type) => sum + pendingCount(list, type), 0) : 0;
  if (pending === 0 && !showsEdits) return null;
  return (
    <Segmented
      className="edits-tabs"
      label={t('tabs.label')}
      value={showsEdits ? 'edits' : 'content'}
      options={VIEWS.map((view) => ({
        value: view,
        label:
          view === 'edits' && pending > 0
            ? t('tabs.editsCount', { pending: number(pending) })
            : t(`tabs.${view}`),
      }))}
      onChange={(view) => mode.setView(page.id, view)}
    />
  );
};
