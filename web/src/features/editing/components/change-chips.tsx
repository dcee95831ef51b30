import type { EditSummary } from '@hamkhan/contracts/http/suggestions';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Chip } from '../../../shared/ui/chip.js';

/** How many items were added, removed and modified. */
export const ChangeChips = ({ summary }: { summary: EditSummary }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const { items_added: added, items_removed: removed, items_modified: modified } = summary;
  return (
    <span className="change-chips">
      <Chip tone={added > 0 ? 'ok' : 'plain'}>{t('summary.added', { items: number(added) })}</Chip>
      <Chip tone={removed > 0 ? 'bad' : 'plain'}>{t('summary.removed', { items: number(removed) })}</Chip>
      <Chip tone={modified > 0 ? 'wait' : 'plain'}>{t('summary.modified', { items: number(modified) })}</Chip>
    </span>
  );
};
