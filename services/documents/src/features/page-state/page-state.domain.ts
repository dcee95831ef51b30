import type { ContentItem, ListEntry, PageContent } from '@hamkhan/contracts/content';
import type { DocumentRow, PageCounts } from '../document/document.schema.js';
import { renderPage, type UnrenderedPage } from '../page/page-render.domain.js';
import type { PageRow } from '../page/page.schema.js';

/** The mutable part of a page. */
export type PageState = Omit<UnrenderedPage, '_id' | 'documentId' | 'number' | 'revision'>;

export const NEW_PAGE: PageState = {
  status: 'pending',
  failure: null,
  translationStatus: 'pending_translation',
  translationReason: null,
  waiting: false,
  pictures: [],
  speech: null,
  content: null,
  translatedContent: null,
  translatedContentLevel2: null,
  versions: { conversion: 0, text: 0, translation: 0, pictures: 0, speech: 0, level1: 0, level2: 0 },
};

/** The row of a page, with its bytes for readers. */
export function pageRow(
  document: Pick<DocumentRow, '_id' | 'key'>,
  page: Pick<PageRow, '_id' | 'number' | 'revision'>,
  state: PageState,
): PageRow {
  const unrendered = { ...stateOf(state), ...page, documentId: document._id };
  return { ...unrendered, ...renderPage(unrendered, document.key), modifiedAt: new Date() };
}

/** Picks the mutable part of a page. */
const stateOf = ({
  status,
  failure,
  translationStatus,
  translationReason,
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
  translationReason,
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

/** Whether any of the three texts of a page has changed: regenerated or edited. */
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

/** The contribution of one page to the counts of its document. */
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

/** The difference between two contributions of a page. */
export function countsDelta(before: PageCounts, after: PageCounts): PageCounts {
  const delta = { ...after };
  for (const name of Object.keys(delta) as (keyof PageCounts)[]) delta[name] -= before[name];
  return delta;
}

/** Types that are not translated, or not shown to readers. */
const UNTRANSLATED_TYPES: ReadonlySet<ContentItem['type']> = new Set(['math', 'code', 'abandon']);
const WORD = /[\p{L}\p{N}]/u;

/** Whether a page has text to translate. A page without text is never translated and does not delay its document (C01). */
export const hasWords = (content: PageContent | null): boolean =>
  content !== null &&
  content.items.some(
    (item) => !UNTRANSLATED_TYPES.has(item.type) && textsOf(item).some((text) => WORD.test(text)),
  );

function textsOf(item: ContentItem): string[] {
  if (item.type === 'list') return entryTexts(item['list-items']);
  if (item.type === 'figure') return [item.caption ?? '', item.description ?? ''];
  return [item.content];
}

const entryTexts = (entries: readonly ListEntry[]): string[] =>
  entries.flatMap((entry) => [entry.content, ...entryTexts(entry['list-items'] ?? [])]);
