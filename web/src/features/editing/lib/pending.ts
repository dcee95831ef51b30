import type { EditType, SuggestionListResponse } from '@hamkhan/contracts/http/editing';

/** How many suggestions for a text wait: the reader's own and those of others. */
export const pendingOf = (
  list: Pick<SuggestionListResponse, 'user_suggestions' | 'other_suggestions_count'>,
  type: EditType,
): number => (list.user_suggestions[type] ? 1 : 0) + list.other_suggestions_count[type];
