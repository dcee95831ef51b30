import { findAlignedTables } from '../tables/aligned-tables.js';
import { toItem } from '../items/block-item.js';
import type { Box } from '../geometry/box.js';
import { areaOf, centreIsInside, overlapOf, verticalOverlapOf } from '../geometry/box.js';
import { captionKindOf } from '../figures/caption.js';
import { joinCode, joinListingRows } from '../items/code-listing.js';
import type { PageDrawing } from '../figures/figures.js';
import {
  findCaptionedFrames,
  findCaptionedInk,
  findDrawings,
  findImages,
  mergeFigures,
} from '../figures/figures.js';
import { allSmall, isFootnote } from '../items/footnote.js';
import { plainTextOf, vocabularyOf } from '../lines/inline-text.js';
import { joinAcross, joinHeading, joinRest } from '../flow/join-items.js';
import { findDisplayMath, isDelimiter } from '../items/math.js';
import { mergeLists } from '../items/merge-lists.js';
import { splitBlocks } from '../flow/paragraphs.js';
import type { Atom } from '../flow/reading-order.js';
import { orderRegions } from '../flow/reading-order.js';
import type { TableRule } from '../tables/ruled-tables.js';
import { findRuledTables } from '../tables/ruled-tables.js';
import { pagesOfSheet } from '../flow/spread.js';
import type { StructuredItem, StructureInput } from './structure-types.js';
import { findTaggedTables } from '../tables/tagged-tables.js';
import type { TextLine } from '../lines/text-line.js';

/**
 * Makes the items of a page from its lines, rules and pictures: tables and formulas are taken out whole, columns are put in
 * reading order, lines become paragraphs, headings, lists, captions and code, and what belongs to the margin is set aside. Two
 * pages on one sheet are read one after the other.
 */
export const structurePage = (input: StructureInput): StructuredItem[] => {
  const vocabulary = vocabularyOf(input.lines);
  const items: StructuredItem[] = [];
  for (const page of pagesOfSheet(input)) joinAcross(items, structureOne(page, vocabulary), vocabulary);
  return items;
};

const structureOne = (input: StructureInput, vocabulary: ReadonlySet<string>): StructuredItem[] => {
  const { head, foot, body } = setAside(input);
  const { drawing } = input;
  const cells = drawing?.isScan
    ? findRuledTables(body, tableRulesOf(drawing), vocabulary, input.direction)
    : [];
  const pictures = (drawing ? findImages(drawing, body) : []).filter(
    (image) => !cells.some(({ box }) => isShading(image, box)),
  );
  const frames = drawing ? findCaptionedFrames(drawing, body, pictures) : [];
  const named = drawing?.isScan ? findCaptionedInk(drawing, body) : [];
  const images = [...pictures, ...frames, ...named];
  const tagged = findTaggedTables(body, vocabulary);
  let rest = joinListingRows(tagged.rest).filter((line) => !images.some((image) => isCovered(line, image)));
  const takeOut = (found: readonly { lines: readonly TextLine[] }[]): void => {
    const taken = new Set(found.flatMap((entry) => entry.lines));
    rest = rest.filter((line) => !taken.has(line));
  };
  const rules = drawing
    ? tableRulesOf(drawing).filter(
        (rule) =>
          !images.some((image) => centreIsInside(rule, image)) &&
          !tagged.tables.some(
            ({ box }) => overlapOf(rule, grown(box)) > 0 || centreIsInside(rule, grown(box)),
          ),
      )
    : [];
  const ruled = findRuledTables([...rest, ...(input.lying ?? [])], rules, vocabulary, input.direction);
  takeOut(ruled);
  const taken = [...images, ...[...tagged.tables, ...ruled].map((table) => table.box)];
  const drawings = drawing ? findDrawings(drawing, rest, taken) : [];
  rest = rest.filter((line) => !drawings.some((figure) => isCovered(line, figure)));
  const wholes: StructuredItem[] = mergeFigures([...images, ...drawings]).map((box) => ({
    item: { type: 'figure', content: '', src: '' },
    box,
    crop: true,
  }));
  const free = rules.filter(
    (rule) =>
      ![...taken, ...drawings].some((other) => overlapOf(rule, other) > 0 || centreIsInside(rule, other)),
  );
  const formulas = input.isRecognised ? [] : findDisplayMath(rest);
  takeOut(formulas);
  const aligned = findAlignedTables(rest, free, vocabulary, input.direction);
  takeOut(aligned);
  if (!input.isRecognised) rest = rest.filter((line) => !isDelimiter(line));
  for (const table of [...tagged.tables, ...ruled, ...aligned])
    wholes.push({ item: { type: 'table', content: table.markdown }, box: table.box });
  for (const formula of formulas) {
    wholes.push({ item: { type: 'math', content: mathText(formula.lines) }, box: formula.box, crop: true });
  }

  const atoms: Atom<StructuredItem>[] = [
    ...rest.map((line) => ({
      kind: 'line' as const,
      line,
      x0: line.x0,
      y0: line.y0,
      x1: line.x1,
      y1: line.y1,
    })),
    ...wholes.map((whole) => ({ kind: 'whole' as const, whole, ...whole.box })),
  ];
  const items: StructuredItem[] = [];
  const notes: StructuredItem[] = [];
  for (const region of orderRegions(atoms, input.direction)) {
    const built = buildRegion(region.atoms, input, vocabulary);
    joinAcross(items, built.items, vocabulary);
    notes.push(...built.notes);
  }
  return [...head, ...nameCaptions(mergeLists(items, input.direction)), ...notes, ...foot];
};

/** Strokes of tables: rules, and the edges of coloured cells. */
const tableRulesOf = ({ rules, panels }: PageDrawing): TableRule[] => [
  ...rules.map((rule) => ({ ...rule, horizontal: rule.x1 - rule.x0 >= rule.y1 - rule.y0 })),
  ...panels
    .filter((panel) => panel.x1 - panel.x0 > 12 && panel.y1 - panel.y0 > 7)
    .slice(0, 600)
    .flatMap(({ x0, y0, x1, y1 }) => [
      { x0, y0, x1, y1: y0, horizontal: true },
      { x0, y0: y1, x1, y1, horizontal: true },
      { x0, y0, x1: x0, y1, horizontal: false },
      { x0: x1, y0, x1, y1, horizontal: false },
    ]),
];

/** Grey cells, leaders and boxes to tick look like pictures on a scan. */
const isShading = (image: Box, table: Box): boolean =>
  centreIsInside(image, table) && areaOf(image) < 0.5 * areaOf(table);

/** A table's rules stand a little outside its words. */
const grown = ({ x0, y0, x1, y1 }: Box): Box => ({ x0: x0 - 8, y0: y0 - 8, x1: x1 + 8, y1: y1 + 8 });

/** A caption that stands on the edge of its picture's frame is none of the picture's labels. */
const isCovered = (line: TextLine, figure: Box): boolean =>
  overlapOf(line, figure) > 0.6 * areaOf(line) &&
  !(
    captionKindOf(plainTextOf([line])) &&
    (line.y1 > figure.y1 - 2 * line.size || line.y0 < figure.y0 + line.size)
  );

const setAside = (
  input: StructureInput,
): { head: StructuredItem[]; foot: StructuredItem[]; body: TextLine[] } => {
  const head: StructuredItem[] = [];
  const foot: StructuredItem[] = [];
  const body: TextLine[] = [];
  const allMarked = input.lines.every((line) => line.artifact);
  for (const line of input.lines) {
    const isMargin = line.y1 < 0.12 * input.height || line.y0 > 0.88 * input.height;
    // The cells of a tagged table may stand where a neighbour has the like: they are in its first row.
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

/** Rows of signs without a letter or a digit: rulers, crop marks, borders made of type. */
const isOrnament = (line: TextLine): boolean => {
  const text = line.words.map((word) => word.text).join('');
  return text.length >= 8 && !/[\p{L}\p{N}\p{Sm}]/u.test(text);
};

const mathText = (lines: readonly TextLine[]): string =>
  [...lines]
    .sort((a, b) =>
      verticalOverlapOf(a, b) > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
        ? a.x0 - b.x0
        : a.baseline - b.baseline,
    )
    .map((line) => plainTextOf([line]))
    .join(' ');

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
      built.items.push(atom.whole);
    }
  }
  flush();
  return built;
};

/** A figure's caption stands after it, also where the page has it above. A table's stays before it. */
const nameCaptions = (items: readonly StructuredItem[]): StructuredItem[] => {
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
