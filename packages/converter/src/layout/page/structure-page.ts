import { joinAcross, joinHeading, joinRest } from '../flow/join-items.js';
import { splitBlocks } from '../flow/paragraphs.js';
import type { Atom } from '../flow/reading-order.js';
import { orderRegions } from '../flow/reading-order.js';
import { pagesOfSheet } from '../flow/spread.js';
import { toItem } from '../items/block-item.js';
import { joinCode } from '../items/code-listing.js';
import { allSmall, isFootnote } from '../items/footnote.js';
import { mergeLists } from '../items/merge-lists.js';
import { plainTextOf, vocabularyOf } from '../lines/inline-text.js';
import type { TextLine } from '../lines/text-line.js';
import type { StructuredItem, StructureInput } from './structure-types.js';
import { separateFloats } from './separate-floats.js';

/**
 * Makes the items of a page from its lines and its drawing: figures, tables and formulas are taken out as a whole, columns are put into
 * reading order, lines become paragraphs, headings, lists, captions and code, and running heads are separated. Two pages on one sheet
 * are read one after the other.
 */
export const structurePage = (input: StructureInput): StructuredItem[] => {
  const vocabulary = vocabularyOf(input.lines);
  const items: StructuredItem[] = [];
  for (const page of pagesOfSheet(input)) joinAcross(items, structureOne(page, vocabulary), vocabulary);
  return items;
};

const structureOne = (input: StructureInput, vocabulary: ReadonlySet<string>): StructuredItem[] => {
  const { head, foot, body } = separateMargins(input);
  const { lines, floats } = separateFloats(body, input, vocabulary);
  const atoms: Atom<StructuredItem>[] = [
    ...lines.map((line) => ({
      kind: 'line' as const,
      line,
      x0: line.x0,
      y0: line.y0,
      x1: line.x1,
      y1: line.y1,
    })),
    ...floats.map((float) => ({ kind: 'float' as const, float, ...float.box })),
  ];
  const items: StructuredItem[] = [];
  const notes: StructuredItem[] = [];
  for (const region of orderRegions(atoms, input.direction)) {
    const built = buildRegion(region.atoms, input, vocabulary);
    joinAcross(items, built.items, vocabulary);
    notes.push(...built.notes);
  }
  return [...head, ...captionsAfterFigures(mergeLists(items, input.direction)), ...notes, ...foot];
};

/** Separates running heads, feet and ornaments from the body of the page. */
const separateMargins = (
  input: StructureInput,
): { head: StructuredItem[]; foot: StructuredItem[]; body: TextLine[] } => {
  const head: StructuredItem[] = [];
  const foot: StructuredItem[] = [];
  const body: TextLine[] = [];
  const allMarked = input.lines.every((line) => line.artifact);
  for (const line of input.lines) {
    const isMargin = line.y1 < 0.12 * input.height || line.y0 > 0.88 * input.height;
    // Cells of a tagged table are not running heads, even if a neighbouring page has the same at this place.
    const isRunning = input.running.has(line) && !line.words.some((word) => word.cell);
    const isAside = isRunning || isOrnament(line) || (line.artifact && isMargin && !allMarked);
    if (!isAside) {
      body.push(line);
      continue;
    }
    const entry: StructuredItem = { item: { type: 'abandon', content: plainTextOf([line]) }, box: line };
    if ((line.y0 + line.y1) / 2 < input.height / 2) head.push(entry);
    else foot.push(entry);
  }
  return { head, foot, body };
};

/** Whether a line has neither letters nor digits: rulers, crop marks, borders made of characters. */
const isOrnament = (line: TextLine): boolean => {
  const text = line.words.map((word) => word.text).join('');
  return text.length >= 8 && !/[\p{L}\p{N}\p{Sm}]/u.test(text);
};

type Built = { items: StructuredItem[]; notes: StructuredItem[] };

/** The items of one column, from top to bottom. */
const buildRegion = (
  atoms: readonly Atom<StructuredItem>[],
  input: StructureInput,
  vocabulary: ReadonlySet<string>,
): Built => {
  const built: Built = { items: [], notes: [] };
  let lines: TextLine[] = [];
  const flush = (): void => {
    const blocks = splitBlocks(lines, input.isRecognised, input.profile.pitch);
    for (const [index, block] of joinCode(blocks).entries()) {
      const isLast = index === blocks.length - 1;
      const entry = toItem(block, input, vocabulary);
      const isNote =
        isFootnote(block, input, built.notes.length > 0) &&
        entry.item.type !== 'heading' &&
        (isLast || built.notes.length > 0 || allSmall(blocks.slice(index), input));
      const target = isNote ? built.notes : built.items;
      const before = target.at(-1);
      if (!joinHeading(before, entry, block) && !joinRest(before, entry, block, vocabulary))
        target.push(entry);
    }
    lines = [];
  };
  for (const atom of atoms) {
    if (atom.kind === 'line') lines.push(atom.line);
    else {
      flush();
      built.items.push(atom.float);
    }
  }
  flush();
  return built;
};

/** Moves the captions above figures behind them. Those of tables stay before them. */
const captionsAfterFigures = (items: readonly StructuredItem[]): StructuredItem[] => {
  const result = [...items];
  for (let i = 0; i + 1 < result.length; i += 1) {
    const here = result[i];
    const next = result[i + 1];
    const isAbove =
      here?.item.type === 'figure_caption' &&
      next?.item.type === 'figure' &&
      result[i + 2]?.item.type !== 'figure_caption' &&
      !['figure', 'code', 'table'].includes(result[i - 1]?.item.type ?? '');
    if (here && next && isAbove) {
      result[i] = next;
      result[i + 1] = here;
      i += 1;
    }
  }
  return result;
};
