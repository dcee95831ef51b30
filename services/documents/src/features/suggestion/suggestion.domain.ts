import type { EditType } from '@hamkhan/contracts/http/editing';
import type { SuggestionStatus } from '@hamkhan/contracts/http/suggestions';
import type { StoredPage } from '../page/page.repository.js';

export type SuggestionAction = 'update' | 'cancel' | 'apply';

/**
 * The lifecycle of a suggestion (RDR-SUGGEST-06): its status after an action; null if the action is not allowed any more. Cancelling is
 * idempotent. Owners may update their own applied edits (G08).
 */
export function nextStatus(
  status: SuggestionStatus,
  action: SuggestionAction,
  { isOwnersEdit }: { isOwnersEdit: boolean },
): SuggestionStatus | null {
  switch (action) {
    case 'update':
      return status === 'pending' || (status === 'applied' && isOwnersEdit) ? status : null;
    case 'cancel':
      return status === 'applied' ? null : 'cancelled';
    case 'apply':
      return status === 'pending' ? 'applied' : null;
  }
}

/** The revision of the page at which a text last changed. */
export const textRevisionOf = (page: StoredPage, type: EditType): number => page.textRevisions?.[type] ?? 0;
