import type { SuggestionStatus } from '@hamkhan/contracts/http/editing';

export type SuggestionAct = 'update' | 'cancel' | 'apply';

/**
 * The lifecycle of a suggestion (RDR-SUGGEST-06), in one place: what it is after somebody acts on it, null where that cannot be done any more.
 * Cancelling twice is cancelling once. An owner goes on with an edit of theirs that took effect already (G08).
 */
export function nextStatus(
  status: SuggestionStatus,
  act: SuggestionAct,
  { isOwnersEdit }: { isOwnersEdit: boolean },
): SuggestionStatus | null {
  switch (act) {
    case 'update':
      return status === 'pending' || (status === 'applied' && isOwnersEdit) ? status : null;
    case 'cancel':
      return status === 'applied' ? null : 'cancelled';
    case 'apply':
      return status === 'pending' ? 'applied' : null;
  }
}
