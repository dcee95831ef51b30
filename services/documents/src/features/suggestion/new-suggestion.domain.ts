import { defaultEditDescription, defaultEditTitle } from '@hamkhan/contracts/edit-texts';
import { editSummary } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { newObjectId } from '../document/object-id.js';
import type { SuggestionRow } from './suggestion.schema.js';

type Place = { id: string; document: { _id: string }; number: number };
type Written = Pick<
  SuggestionRow,
  'authorId' | 'editType' | 'base' | 'items' | 'revision' | 'title' | 'description'
>;

/** A suggestion that waits for someone to look at it. */
export function newSuggestion(
  { id, document, number }: Place,
  written: Written,
  language: UiLanguage,
  now: Date = new Date(),
): SuggestionRow {
  return withTexts(
    {
      _id: newObjectId(now.getTime()),
      documentId: document._id,
      pageId: id,
      pageNumber: number,
      ...written,
      titled: { title: written.title === '', description: written.description === '' },
      status: 'pending',
      summary: editSummary(written.base, written.items),
      createdAt: now,
      modifiedAt: now,
      appliedAt: null,
      appliedBy: null,
    },
    language,
  );
}

/** Sums up what lies between the two texts now; a title and a description that nobody wrote say so (G51). */
export function withTexts(row: SuggestionRow, language: UiLanguage): SuggestionRow {
  const summary = editSummary(row.base, row.items);
  return {
    ...row,
    summary,
    ...(row.titled.title ? { title: defaultEditTitle(row.pageNumber, row.editType, language) } : {}),
    ...(row.titled.description ? { description: defaultEditDescription(summary, language) } : {}),
  };
}
