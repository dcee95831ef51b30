import type { ContentItem } from '@hamkhan/contracts/content';
import { findInText } from '@hamkhan/contracts/find-in-text';
import { foldLetters } from '@hamkhan/contracts/folding';
import { headingIds } from '@hamkhan/contracts/headings';
import type { FindResult, TocEntry } from '@hamkhan/contracts/http/reader';
import { itemText } from '@hamkhan/contracts/page-text';
import type { PageTexts } from '../page/page.repository.js';
import type { ItemWords, PageHeading, PageWordsRow } from './page-words.schema.js';

/** Letters before and after a place that its snippet shows. */
const AROUND = 60;

/** What is kept of a page for finding: every text of every item that a reader sees, and its headings in both languages. */
export function wordsOfPage(
  page: PageTexts,
): Pick<PageWordsRow, 'items' | 'folded' | 'headings' | 'hasHeadings'> {
  const original = page.content?.items ?? [];
  const translations = [page.translatedContent?.items ?? [], page.translatedContentLevel2?.items ?? []];
  const names = headingIds(page.number, [...original, ...translations.flat()]);
  const byId = translations.map((items) => new Map(items.map((item) => [item.id, item])));
  const items: ItemWords[] = [];
  const headings: PageHeading[] = [];
  let headingId: string | null = null;

  const add = (item: ContentItem | undefined, version: 0 | 1 | 2): void => {
    if (!item || item.type === 'abandon') return;
    const text = itemText(item);
    if (text.trim() !== '') items.push({ id: item.id, type: item.type, version, text, headingId });
  };
  const seen = new Set(original.map((item) => item.id));
  const own = translations.flatMap((list) => list.filter((item) => !seen.has(item.id) && seen.add(item.id)));
  for (const item of [...original, ...own]) {
    const [first, second] = byId.map((known) => known.get(item.id));
    if (item.type === 'heading') {
      headingId = names.get(item.id) ?? headingId;
      const originTitle = itemText(item);
      const title = second ?? first;
      headings.push({
        id: headingId ?? '',
        level: item.level,
        title: title?.type === 'heading' ? itemText(title) : originTitle,
        originTitle,
      });
    }
    if (original.includes(item)) add(item, 0);
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

export const tocOfPage = ({ number, headings }: Pick<PageWordsRow, 'number' | 'headings'>): TocEntry[] =>
  headings.map(({ id, level, title, originTitle }) => ({
    title,
    origin_title: originTitle,
    level,
    pageNumber: number + 1,
    headingId: id,
  }));

/** The translation that is searched: the one asked for, where a page has it, else the other. */
function searched(items: readonly ItemWords[], wanted: 1 | 2): ItemWords[] {
  const has = items.some(({ version }) => version === wanted);
  const shown = has ? wanted : wanted === 2 ? 1 : 2;
  return items.filter(({ version }) => version === 0 || version === shown);
}

/** The places of a query on a page, in the order of the page; at most `most`. */
export function findOnPage(
  { number, items }: Pick<PageWordsRow, 'number' | 'items'>,
  pattern: string,
  version: 1 | 2,
  most: number,
): FindResult[] {
  const results: FindResult[] = [];
  for (const item of searched(items, version)) {
    if (results.length >= most) break;
    for (const [matchIndex, match] of findInText(item.text, pattern, most - results.length).entries()) {
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

/** Words around a place, whole ones where that is possible, on one line. */
function snippetOf(
  text: string,
  { start, end }: { start: number; end: number },
): { snippet: string; at: [number, number] } {
  const from = edge(text, Math.max(0, start - AROUND), start, 1);
  const to = edge(text, Math.min(text.length, end + AROUND), end, -1);
  const line = (part: string): string => part.replace(/\s+/g, ' ');
  const before = `${from > 0 ? '…' : ''}${line(text.slice(from, start)).trimStart()}`;
  const match = line(text.slice(start, end));
  const after = `${line(text.slice(end, to)).trimEnd()}${to < text.length ? '…' : ''}`;
  return { snippet: `${before}${match}${after}`, at: [before.length, before.length + match.length] };
}

/** The nearest gap between words from `at` towards `limit`, or a place that cuts no character. */
function edge(text: string, at: number, limit: number, step: 1 | -1): number {
  if (at === 0 || at === text.length) return at;
  for (let place = at; place !== limit; place += step) {
    if (/\s/.test(text[place] ?? '')) return step === 1 ? place + 1 : place;
  }
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + step : at;
}
