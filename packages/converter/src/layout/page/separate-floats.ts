import type { PageDrawing } from '../figures/page-drawing.js';
import { captionKindOf } from '../figures/caption.js';
import {
  findCaptionedFrames,
  findCaptionedInk,
  findDrawings,
  findImages,
  mergeFigures,
} from '../figures/figures.js';
import type { Box } from '../geometry/box.js';
import { areaOf, centreIsInside, overlapOf, verticalOverlapOf } from '../geometry/box.js';
import { joinListingRows } from '../items/code-listing.js';
import { findDisplayMath, isDelimiter } from '../items/math.js';
import { plainTextOf } from '../lines/inline-text.js';
import type { TextLine } from '../lines/text-line.js';
import { findAlignedTables } from '../tables/aligned-tables.js';
import type { TableRule } from '../tables/table-rules.js';
import { findRuledTables } from '../tables/ruled-tables.js';
import type { FoundTable } from '../tables/table-text.js';
import { findTaggedTables } from '../tables/tagged-tables.js';
import type { StructuredItem, StructureInput } from './structure-types.js';

/** Points by which the rules of a table lie outside its words. */
const TABLE_MARGIN = 8;

/** Separates figures, tables and formulas from the lines of a page. The reading order treats each as one piece. */
export const separateFloats = (
  body: readonly TextLine[],
  input: StructureInput,
  vocabulary: ReadonlySet<string>,
): { lines: TextLine[]; floats: StructuredItem[] } => {
  const { drawing, direction, isRecognised } = input;
  const images = drawing ? imagesOf(drawing, body, direction, vocabulary) : [];
  const tagged = findTaggedTables(body, vocabulary);
  let lines = joinListingRows(tagged.rest).filter((line) => !images.some((image) => isCovered(line, image)));
  const rules = drawing ? freeTableRules(drawing, images, tagged.tables) : [];
  const ruled = findRuledTables([...lines, ...(input.sideways ?? [])], rules, vocabulary, direction);
  lines = without(lines, ruled);

  const taken = [...images, ...[...tagged.tables, ...ruled].map((table) => table.box)];
  const drawings = drawing ? findDrawings(drawing, lines, taken) : [];
  lines = lines.filter((line) => !drawings.some((figure) => isCovered(line, figure)));
  const formulas = isRecognised ? [] : findDisplayMath(lines);
  lines = without(lines, formulas);
  const aligned = findAlignedTables(lines, outside(rules, [...taken, ...drawings]), vocabulary, direction);
  lines = without(lines, aligned);
  if (!isRecognised) lines = lines.filter((line) => !isDelimiter(line));
  return {
    lines,
    floats: [
      ...mergeFigures([...images, ...drawings]).map(toFigure),
      ...[...tagged.tables, ...ruled, ...aligned].map(toTable),
      ...formulas.map(toMath),
    ],
  };
};

/** Images, framed diagrams, and on scans the ink above the captions of figures. */
const imagesOf = (
  drawing: PageDrawing,
  body: readonly TextLine[],
  direction: StructureInput['direction'],
  vocabulary: ReadonlySet<string>,
): Box[] => {
  const tables = drawing.isScan ? findRuledTables(body, tableRulesOf(drawing), vocabulary, direction) : [];
  const images = findImages(drawing, body).filter(
    (image) => !tables.some(({ box }) => isShading(image, box)),
  );
  const frames = findCaptionedFrames(drawing, body, images);
  return [...images, ...frames, ...(drawing.isScan ? findCaptionedInk(drawing, body) : [])];
};

/** The rules that belong to no image and to no tagged table. */
const freeTableRules = (
  drawing: PageDrawing,
  images: readonly Box[],
  tagged: readonly FoundTable[],
): TableRule[] =>
  outside(
    tableRulesOf(drawing),
    tagged.map(({ box }) => withMargin(box)),
  ).filter((rule) => !images.some((image) => centreIsInside(rule, image)));

const without = (
  lines: readonly TextLine[],
  found: readonly { lines: readonly TextLine[] }[],
): TextLine[] => {
  const taken = new Set(found.flatMap((entry) => entry.lines));
  return lines.filter((line) => !taken.has(line));
};

const outside = (rules: readonly TableRule[], areas: readonly Box[]): TableRule[] =>
  rules.filter((rule) => !areas.some((area) => overlapOf(rule, area) > 0 || centreIsInside(rule, area)));

const toFigure = (box: Box): StructuredItem => ({
  item: { type: 'figure', content: '', src: '' },
  box,
  crop: true,
});

const toTable = ({ markdown, box }: FoundTable): StructuredItem => ({
  item: { type: 'table', content: markdown },
  box,
});

const toMath = ({ lines, box }: { lines: readonly TextLine[]; box: Box }): StructuredItem => ({
  item: { type: 'math', content: mathText(lines) },
  box,
  crop: true,
});

/** The rules of tables: strokes, and the edges of coloured cells. */
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

/** Whether an image of a scan is a grey cell, a leader or a tick box of a table. */
const isShading = (image: Box, table: Box): boolean =>
  centreIsInside(image, table) && areaOf(image) < 0.5 * areaOf(table);

const withMargin = ({ x0, y0, x1, y1 }: Box): Box => ({
  x0: x0 - TABLE_MARGIN,
  y0: y0 - TABLE_MARGIN,
  x1: x1 + TABLE_MARGIN,
  y1: y1 + TABLE_MARGIN,
});

/** Whether a line is a label of a figure. A caption on the edge of the frame is not. */
const isCovered = (line: TextLine, figure: Box): boolean =>
  overlapOf(line, figure) > 0.6 * areaOf(line) &&
  !(
    captionKindOf(plainTextOf([line])) &&
    (line.y1 > figure.y1 - 2 * line.size || line.y0 < figure.y0 + line.size)
  );

/** The text of a formula, row by row. */
const mathText = (lines: readonly TextLine[]): string =>
  [...lines]
    .sort((a, b) =>
      verticalOverlapOf(a, b) > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
        ? a.x0 - b.x0
        : a.baseline - b.baseline,
    )
    .map((line) => plainTextOf([line]))
    .join(' ');
