import type { EditType } from '@hamkhan/contracts/http/editing';
import type { SuggestionListResponse } from '@hamkhan/contracts/http/suggestions';

/** The number of pending suggestions for a text: the user's own and those of others. */
export const pendingCount = (
  list: Pick<SuggestionListResponse, 'user_suggestions' | 'other_suggestions_count'>,
  type: EditType,
): number => (list.user_suggestions[type] ? 1 : 0) + list.other_suggestions_count[type];
