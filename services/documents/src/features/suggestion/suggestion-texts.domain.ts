import { defaultEditDescription, defaultEditTitle } from '@hamkhan/contracts/edit-texts';
import type { UpdateSuggestionRequest } from '@hamkhan/contracts/http/suggestions';
import { editSummary } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import type { SuggestionRow } from './suggestion.schema.js';

/** Applies the title and description of a request; an empty one returns to its default. */
export function withRequestedTexts(row: SuggestionRow, request: UpdateSuggestionRequest): SuggestionRow {
  const { title = row.title, description = row.description } = request;
  const hasDefault = {
    title: request.title === undefined ? row.hasDefault.title : title === '',
    description: request.description === undefined ? row.hasDefault.description : description === '',
  };
  return { ...row, title, description, hasDefault, modifiedAt: new Date() };
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
