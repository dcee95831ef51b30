import { titleFromFileName } from '../upload/file-name.domain.js';
import type { DocumentRow } from './document.schema.js';
import { foldForSearch, foldLetters } from './search-text.domain.js';

/** The titles of a document and what finds and sorts it; the file's name stands in where the file has no title. */
export function titlesOf(
  title: string | null,
  fileName: string,
  persianTitle?: string,
): Pick<DocumentRow, 'title' | 'originalTitle' | 'searchText' | 'sortTitle'> {
  const originalTitle = title?.trim() ?? '';
  const shown = persianTitle?.trim() || originalTitle || titleFromFileName(fileName);
  return {
    title: shown,
    originalTitle,
    searchText: foldForSearch([...new Set([shown, originalTitle || shown]), fileName].join('\n')),
    sortTitle: foldLetters(shown),
  };
}
