import { defaultEditDescription, defaultEditTitle } from '@hamkhan/contracts/edit-texts';
import type { Suggestion } from '@hamkhan/contracts/http/suggestions';
import { UI_LANGUAGES } from '@hamkhan/contracts/languages';

/** The title and description that the author wrote, without those the server generated (decisions.md G51). */
export const authoredTexts = (
  { title, description, edit_type, edit_summary }: Suggestion,
  pageNumber: number,
): { title: string; description: string } => ({
  title: UI_LANGUAGES.some((language) => title === defaultEditTitle(pageNumber, edit_type, language))
    ? ''
    : title,
  description: UI_LANGUAGES.some((language) => description === defaultEditDescription(edit_summary, language))
    ? ''
    : description,
});
