import { defaultEditDescription, defaultEditTitle } from '@hamkhan/contracts/edit-texts';
import { editSummary } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { newObjectId } from '../document/object-id.js';
import type { SuggestionRow } from './suggestion.schema.js';

type PageLocation = { id: string; document: { _id: string }; number: number };
type SuggestionContent = Pick<
  SuggestionRow,
  'authorId' | 'editType' | 'base' | 'items' | 'revision' | 'title' | 'description'
>;

/** Creates a pending suggestion. */
export function newSuggestion(
  { id, document, number }: PageLocation,
  content: SuggestionContent,
  language: UiLanguage,
  now: Date = new Date(),
): SuggestionRow {
  return withDefaultTexts(
    {
      _id: newObjectId(now.getTime()),
      documentId: document._id,
      pageId: id,
      pageNumber: number,
      ...content,
      hasDefault: { title: content.title === '', description: content.description === '' },
      status: 'pending',
      summary: editSummary(content.base, content.items),
      createdAt: now,
      modifiedAt: now,
      appliedAt: null,
      appliedBy: null,
    },
    language,
  );
}

/** Updates the summary of the changes, and a title and description that the author did not write (G51). */
export function withDefaultTexts(row: SuggestionRow, language: UiLanguage): SuggestionRow {
  const summary = editSummary(row.base, row.items);
  return {
    ...row,
    summary,
    ...(row.hasDefault.title ? { title: defaultEditTitle(row.pageNumber, row.editType, language) } : {}),
    ...(row.hasDefault.description ? { description: defaultEditDescription(summary, language) } : {}),
  };
}
