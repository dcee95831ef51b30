import { isDelimiterRow, splitTableRow, tableLines, writeTableRow } from '@hamkhan/contracts/markdown-table';
import {
  TRANSLATION_PROBLEMS,
  type ContentItem,
  type ListEntry,
  type PageContent,
  type SentencePair,
  type TranslatedContent,
  type TranslationProblem,
} from '@hamkhan/contracts/content';

/** A translatable text of a page: one field of an item, one entry of a list, one cell of a table. */
export type TextUnit = {
  /** Index of the item on the page. */
  item: number;
  /** Where in the item, e.g. `content`, `caption`, `list-items.2.list-items.0`, `cell.1.3`; unique within the item. */
  path: string;
  text: string;
};

/** Types that are not translated: the same in both languages, or never shown by the reader. */
const PASS_THROUGH: ReadonlySet<ContentItem['type']> = new Set(['math', 'code', 'abandon']);

type Visit = (path: string, text: string) => string;

function visitList(entries: readonly ListEntry[], path: string, visit: Visit): ListEntry[] {
  return entries.map((entry, index) => {
    const own = `${path}.${index}`;
    return {
      ...entry,
      content: visit(own, entry.content),
      ...(entry['list-items']
        ? { 'list-items': visitList(entry['list-items'], `${own}.list-items`, visit) }
        : {}),
    };
  });
}

function visitTable(markdown: string, visit: Visit): string {
  return tableLines(markdown)
    .map((line, row) => {
      const cells = splitTableRow(line);
      if (isDelimiterRow(cells)) return line.trim();
      return writeTableRow(cells.map((cell, column) => visit(`cell.${row}.${column}`, cell)));
    })
    .join('\n');
}

/** Copies an item and replaces every translatable text by what `visit` returns. */
function visitItem(item: ContentItem, visit: Visit): ContentItem {
  if (PASS_THROUGH.has(item.type)) return item;
  switch (item.type) {
    case 'list':
      return { ...item, 'list-items': visitList(item['list-items'], 'list-items', visit) };
    case 'table':
      return { ...item, content: visitTable(item.content, visit) };
    case 'figure':
      return {
        ...item,
        ...(item.caption === undefined ? {} : { caption: visit('caption', item.caption) }),
        ...(item.description === undefined ? {} : { description: visit('description', item.description) }),
      };
    default:
      return { ...item, content: visit('content', item.content) };
  }
}

/** All translatable texts of a page with a letter or a digit, in reading order. */
export function unitsOf(content: { items: readonly ContentItem[] }): TextUnit[] {
  const units: TextUnit[] = [];
  content.items.forEach((item, index) => {
    visitItem(item, (path, text) => {
      if (/[\p{L}\p{N}]/u.test(text)) units.push({ item: index, path, text });
      return text;
    });
  });
  return units;
}

export const unitKey = (unit: Pick<TextUnit, 'item' | 'path'>): string => `${unit.item}:${unit.path}`;

/** The translation of a unit, with `confidence` and `problems` if it is not reliable. */
export type UnitTranslation = {
  text: string;
  confidence?: number;
  problems?: readonly TranslationProblem[];
  pairs?: SentencePair[];
};

/**
 * Builds the translated page: same ids, types and order. Texts come from `translations` by `unitKey`, or else from the source.
 * An item has the lowest confidence of its source and its texts, the problems of all its texts (worst first), and the sentence
 * pairs of each text by its path.
 */
export function assemble(
  content: PageContent,
  translations: ReadonlyMap<string, UnitTranslation>,
): TranslatedContent {
  return {
    items: content.items.map((item, index) => {
      let confidence = item.confidence;
      const problems = new Set<TranslationProblem>();
      const pairs: Record<string, SentencePair[]> = {};
      const translated = visitItem(item, (path, text) => {
        const translation = translations.get(unitKey({ item: index, path }));
        if (!translation) return text;
        if (translation.confidence !== undefined)
          confidence = Math.min(confidence ?? 1, translation.confidence);
        for (const problem of translation.problems ?? []) problems.add(problem);
        if (translation.pairs) pairs[path] = translation.pairs;
        return translation.text;
      });
      return {
        ...translated,
        ...(confidence === undefined ? {} : { confidence }),
        ...(Object.keys(pairs).length === 0 ? {} : { sentence_pairs: pairs }),
        ...(problems.size === 0
          ? {}
          : { translation_problems: TRANSLATION_PROBLEMS.filter((problem) => problems.has(problem)) }),
      };
    }),
  };
}
