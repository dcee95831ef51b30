import type { EventData } from '@hamkhan/contracts/events/registry';
import type { EditType } from '@hamkhan/contracts/http/editing';
import type { PageState } from '../page-state/page-state.domain.js';
import { editedPairs, itemsOf } from '../page-state/page-texts.domain.js';

/** Data of the event that a text was edited. */
export const pageEditedData = (
  place: { documentId: string; pageNumber: number },
  page: PageState,
  editType: EditType,
  cause: 'edit' | 'merge',
): EventData<'documents.page.edited'> => ({
  ...place,
  cause,
  editType,
  items: itemsOf(page, editType) ?? [],
  pairs: editedPairs(page, editType),
});
