import type { ContentItem, ListEntry, PageContent } from '@hamkhan/contracts/content';
import type { DocumentRow, PageCounts } from '../document/document.schema.js';
import { renderPage, type UnrenderedPage } from '../page/page-render.domain.js';
import type { PageRow } from '../page/page.schema.js';

/** What changes of a page. */
export type PageState = Omit<UnrenderedPage, '_id' | 'documentId' | 'number' | 'revision'>;

export const NEW_PAGE: PageState = {
  status: 'pending',
  failure: null,
  translationStatus: 'pending_translation',
  translationWhy: null,
  waiting: false,
  pictures: [],
  speech: null,
  content: null,
  translatedContent: null,
  translatedContentLevel2: null,
  versions: { conversion: 0, text: 0, translation: 0, pictures: 0, speech: 0, level1: 0, level2: 0 },
};

/** A page as it is stored, with the bytes that readers get. */
export function pageRow(
  document: Pick<DocumentRow, '_id' | 'key'>,
  page: Pick<PageRow, '_id' | 'number' | 'revision'>,
  state: PageState,
): PageRow {
  const unrendered = { ...stateOf(state), ...page, documentId: document._id };
  return { ...unrendered, ...renderPage(unrendered, document.key), modifiedAt: new Date() };
}

/** What changes of a page, without what does not. */
const stateOf = ({
  status,
  failure,
  translationStatus,
  translationWhy,
  waiting,
  pictures,
  speech,
  content,
  translatedContent,
  translatedContentLevel2,
  versions,
  edits,
  textRevisions,
}: PageState): PageState => ({
  status,
  failure,
  translationStatus,
  translationWhy,
  waiting,
  pictures,
  speech,
  content,
  translatedContent,
  translatedContentLevel2,
  versions,
  ...(edits ? { edits } : {}),
  ...(textRevisions ? { textRevisions } : {}),
});

type Texts = Pick<PageState, 'versions' | 'content' | 'translatedContent' | 'translatedContentLevel2'>;

/** Whether any of the three texts of a page is another one than before: newer, or edited. */
export const hasNewText = (before: Texts | null, after: Texts): boolean => {
  const old = before ?? NEW_PAGE;
  return (
    after.versions.text !== old.versions.text ||
    after.versions.level1 !== old.versions.level1 ||
    after.versions.level2 !== old.versions.level2 ||
    after.content !== old.content ||
    after.translatedContent !== old.translatedContent ||
    after.translatedContentLevel2 !== old.translatedContentLevel2
  );
};

/** What one page adds to the counts of its document. */
export function countsOf(page: PageState | null): PageCounts {
  const succeeded = page?.status === 'success';
  const hasLevel2 = succeeded && page.translatedContentLevel2 !== null;
  return {
    succeeded: Number(succeeded),
    failed: Number(page?.status === 'failed'),
    level2: Number(hasLevel2),
    untranslated: Number(succeeded && !hasLevel2 && hasWords(page.content)),
    waiting: Number(succeeded && !hasLevel2 && page.waiting),
  };
}

/** What a change of a page adds to, or takes from, the counts of its document. */
export function changeOfCounts(before: PageCounts, after: PageCounts): PageCounts {
  const change = { ...after };
  for (const name of Object.keys(change) as (keyof PageCounts)[]) change[name] -= before[name];
  return change;
}

/** Words are the same in both languages here, or no reader sees them. */
const PASS_THROUGH: ReadonlySet<ContentItem['type']> = new Set(['math', 'code', 'abandon']);
const WORD = /[\p{L}\p{N}]/u;

/** Whether there is anything on a page to translate: a page without words is never translated and holds nothing up (C01). */
export const hasWords = (content: PageContent | null): boolean =>
  content !== null &&
  content.items.some((item) => !PASS_THROUGH.has(item.type) && textsOf(item).some((text) => WORD.test(text)));

function textsOf(item: ContentItem): string[] {
  if (item.type === 'list') return entryTexts(item['list-items']);
  if (item.type === 'figure') return [item.caption ?? '', item.description ?? ''];
  return [item.content];
}

const entryTexts = (entries: readonly ListEntry[]): string[] =>
  entries.flatMap((entry) => [entry.content, ...entryTexts(entry['list-items'] ?? [])]);
