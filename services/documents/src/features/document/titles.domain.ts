import { titleFromFileName, withoutInvisible } from './file-name.domain.js';
import type { DocumentRow } from './document.schema.js';
import { foldForSearch, foldLetters } from './search-text.domain.js';

/**
 * The titles of a document and its search and sort keys; the file name is the title of a file without one. Titles come from the
 * file or from a model, so characters that would disguise or reorder the text around them are removed.
 */
export function titlesOf(
  title: string | null,
  fileName: string,
  persianTitle?: string,
): Pick<DocumentRow, 'title' | 'originalTitle' | 'searchText' | 'sortTitle'> {
  const originalTitle = withoutInvisible(title ?? '');
  const shown = withoutInvisible(persianTitle ?? '') || originalTitle || titleFromFileName(fileName);
  return {
    title: shown,
    originalTitle,
    searchText: foldForSearch([...new Set([shown, originalTitle || shown]), fileName].join('\n')),
    sortTitle: foldLetters(shown),
  };
}
