import { editSummary } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { newObjectId } from '../document/object-id.js';
import { withDefaultTexts } from './suggestion-texts.domain.js';
import type { SuggestionRow } from './suggestion.schema.js';

type PageLocation = { id: string; document: { _id: string }; number: number };
type SuggestionContent = Pick<
  SuggestionRow,
  'authorId' | 'impersonatedBy' | 'editType' | 'base' | 'items' | 'revision' | 'title' | 'description'
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
