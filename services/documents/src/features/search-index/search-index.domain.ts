import type { ContentItem } from '@hamkhan/contracts/content';
import { findInText, type FindPattern } from '@hamkhan/contracts/find-in-text';
import { foldLetters } from '@hamkhan/contracts/folding';
import { headingIds } from '@hamkhan/contracts/headings';
import type { FindResult, TocEntry } from '@hamkhan/contracts/http/reader';
import { itemText } from '@hamkhan/contracts/page-text';
import type { PageTexts } from '../page/page.repository.js';
import type { IndexedText, PageHeading, PageIndexRow } from './search-index.schema.js';

/** Characters of context before and after a match in its snippet. */
const CONTEXT = 60;

/** Builds the index entry of a page: the three texts of each visible item, and its headings in both languages. */
export function indexPage(
  page: PageTexts,
): Pick<PageIndexRow, 'items' | 'folded' | 'headings' | 'hasHeadings'> {
  const original = page.content?.items ?? [];
  const translations = [page.translatedContent?.items ?? [], page.translatedContentLevel2?.items ?? []];
  const idsOfHeadings = headingIds(page.number, [...original, ...translations.flat()]);
  const byId = translations.map((items) => new Map(items.map((item) => [item.id, item])));
  const items: IndexedText[] = [];
  const headings: PageHeading[] = [];
  let headingId: string | null = null;

  const add = (item: ContentItem | undefined, version: 0 | 1 | 2): void => {
    if (!item || item.type === 'abandon') return;
    const text = itemText(item);
    if (text.trim() !== '') items.push({ id: item.id, type: item.type, version, text, headingId });
  };
  const seen = new Set(original.map((item) => item.id));
  const originals = new Set(original);
  const onlyTranslated = translations.flatMap((list) =>
    list.filter((item) => !seen.has(item.id) && seen.add(item.id)),
  );
  for (const item of [...original, ...onlyTranslated]) {
    const [first, second] = byId.map((translated) => translated.get(item.id));
    if (item.type === 'heading') {
      headingId = idsOfHeadings.get(item.id) ?? headingId;
      const originTitle = itemText(item);
      const title = second ?? first;
      headings.push({
        id: headingId ?? '',
        level: item.level,
        title: title?.type === 'heading' ? itemText(title) : originTitle,
        originTitle,
      });
    }
    if (originals.has(item)) add(item, 0);
    add(first, 1);
    add(second, 2);
  }
  return {
    items,
    folded: items.map(({ text }) => foldLetters(text)).join('\n'),
    headings,
    hasHeadings: headings.length > 0,
  };
}

export const tocEntriesOf = ({ number, headings }: Pick<PageIndexRow, 'number' | 'headings'>): TocEntry[] =>
  headings.map(({ id, level, title, originTitle }) => ({
    title,
    origin_title: originTitle,
    level,
    pageNumber: number + 1,
    headingId: id,
  }));

/** The original and one translation: the requested one if the page has it, otherwise the other. */
function searchedTexts(items: readonly IndexedText[], wanted: 1 | 2): IndexedText[] {
  const has = items.some(({ version }) => version === wanted);
  const shown = has ? wanted : wanted === 2 ? 1 : 2;
  return items.filter(({ version }) => version === 0 || version === shown);
}

/** At most `limit` matches of a query on a page, in page order. */
export function findOnPage(
  { number, items }: Pick<PageIndexRow, 'number' | 'items'>,
  pattern: FindPattern,
  version: 1 | 2,
  limit: number,
): FindResult[] {
  const results: FindResult[] = [];
  for (const item of searchedTexts(items, version)) {
    if (results.length >= limit) break;
    for (const [matchIndex, match] of findInText(item.text, pattern, limit - results.length).entries()) {
      const { snippet, at } = snippetOf(item.text, match);
      results.push({
        pageNumber: number + 1,
        snippet,
        isTranslated: item.version !== 0,
        matchIndex,
        itemType: item.type,
        headingId: item.headingId,
        item_id: item.id,
        snippet_match: at,
      });
    }
  }
  return results;
}

/** The text around a match on one line, cut between words if possible. */
function snippetOf(
  text: string,
  { start, end }: { start: number; end: number },
): { snippet: string; at: [number, number] } {
  const from = wordBoundary(text, Math.max(0, start - CONTEXT), start, 1);
  const to = wordBoundary(text, Math.min(text.length, end + CONTEXT), end, -1);
  const line = (part: string): string => part.replace(/\s+/g, ' ');
  const before = `${from > 0 ? '…' : ''}${line(text.slice(from, start)).trimStart()}`;
  const match = line(text.slice(start, end));
  const after = `${line(text.slice(end, to)).trimEnd()}${to < text.length ? '…' : ''}`;
  return { snippet: `${before}${match}${after}`, at: [before.length, before.length + match.length] };
}

/** The nearest word boundary from `at` towards `limit`; without one, a position that splits no surrogate pair. */
function wordBoundary(text: string, at: number, limit: number, step: 1 | -1): number {
  if (at === 0 || at === text.length) return at;
  for (let position = at; position !== limit; position += step) {
    if (/\s/.test(text[position] ?? '')) return step === 1 ? position + 1 : position;
  }
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + step : at;
}
