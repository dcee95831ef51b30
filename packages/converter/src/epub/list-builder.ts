import { MAX_LIST_DEPTH } from '@hamkhan/contracts/content';
import type { ListEntry } from '@hamkhan/contracts/content';
import type { Block } from './block.js';
import { textOfEntries } from './block.js';
import { countWords } from './word-count.js';

/** A longer list is split between entries. */
const MAX_LIST_WORDS = 350;
const MAX_ENTRIES = 400;

export type ListNumbering = { ordered: boolean; start: number; style: string };

const roman = (value: number): string => {
  const steps: [number, string][] = [
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ];
  let rest = value;
  let text = '';
  for (const [worth, letters] of steps) {
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  }
  return text;
};

const label = (value: number, style: string): string => {
  if (style === 'a' || style === 'A') {
    const letter = String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
    return value > 0 && value < 500 ? (style === 'a' ? letter : letter.toUpperCase()) : String(value);
  }
  if ((style === 'i' || style === 'I') && value > 0 && value < 4000)
    return style === 'i' ? roman(value) : roman(value).toUpperCase();
  return String(value);
};

/** Counts each entry on its own, so that dollar signs in two entries are not taken for a formula. */
const wordsOfEntries = (entries: readonly ListEntry[]): number =>
  entries.reduce(
    (sum, entry) => sum + countWords(entry.content) + wordsOfEntries(entry['list-items'] ?? []),
    0,
  );

const entryOf = (blocks: readonly Block[], depth: number): { entry: ListEntry; hoisted: Block[] } => {
  const lines: string[] = [];
  const nested: ListEntry[] = [];
  let nestedType: 'ordered' | 'unordered' | undefined;
  const hoisted: Block[] = [];
  for (const { item, ...rest } of blocks) {
    if (item.type === 'text' || item.type === 'abandon') lines.push(item.content);
    else if (item.type === 'math' && item.content !== '') lines.push(`$${item.content}$`);
    else if (item.type === 'list' && depth < MAX_LIST_DEPTH) {
      for (const one of item['list-items']) nested.push(one);
      nestedType ??= item.list_type;
    } else if (item.type === 'list')
      lines.push(...item['list-items'].map((entry) => textOfEntries([entry]).trim()));
    else hoisted.push({ item, ...rest });
  }
  const entry: ListEntry = { content: lines.join('\n') };
  if (nested.length > 0) {
    entry['list-items'] = nested;
    if (nestedType) entry.list_type = nestedType;
  }
  return { entry, hoisted };
};

/**
 * Builds list items from the blocks of each `li`. Blocks that a list entry can't contain (tables, code, figures, headings)
 * follow the entry and split the list. An ordered list that doesn't count 1, 2, 3 keeps its numbers as text.
 */
export const buildList = (
  items: readonly { blocks: readonly Block[]; value?: number }[],
  numbering: ListNumbering,
  depth: number,
): Block[] => {
  const output: Block[] = [];
  let segment: { entries: ListEntry[]; numbers: number[]; sources: Block[]; words: number } = {
    entries: [],
    numbers: [],
    sources: [],
    words: 0,
  };
  let number = numbering.start;
  const close = () => {
    const { entries, numbers, sources, words } = segment;
    segment = { entries: [], numbers: [], sources: [], words: 0 };
    if (entries.length === 0) return;
    const counts = numbers.every((value, index) => value === index + 1) && !/^[aAiI]$/.test(numbering.style);
    const isLabelled = numbering.ordered && !counts;
    output.push({
      item: {
        type: 'list',
        content: '',
        list_type: numbering.ordered && counts ? 'ordered' : 'unordered',
        'list-items': isLabelled
          ? entries.map((entry, index) => ({
              ...entry,
              content: `${label(numbers[index] ?? 0, numbering.style)}. ${entry.content}`,
            }))
          : entries,
      },
      words,
      anchors: sources.flatMap((block) => block.anchors),
      notes: sources.flatMap((block) => block.notes),
    });
  };
  for (const { blocks, value } of items) {
    const { entry, hoisted } = entryOf(blocks, depth);
    number = value ?? number;
    const words = wordsOfEntries([entry]);
    if (
      depth === 1 &&
      segment.entries.length > 0 &&
      (segment.words + words > MAX_LIST_WORDS || segment.entries.length >= MAX_ENTRIES)
    )
      close();
    if (entry.content !== '' || entry['list-items']) {
      segment.entries.push(entry);
      segment.numbers.push(number);
      const apart = new Set(hoisted.map(({ item }) => item));
      for (const block of blocks) if (!apart.has(block.item)) segment.sources.push(block);
      segment.words += words;
    }
    number += 1;
    if (hoisted.length > 0) {
      close();
      for (const block of hoisted) output.push(block);
    }
  }
  close();
  return output;
};
