import type { Box } from '../geometry/box.js';
import { medianOf, widthOf } from '../geometry/box.js';
import type { ListMarker } from '../items/list-marker.js';
import { markerOf } from '../items/list-marker.js';
import { endOf, isMonoLine, startOf } from '../lines/line-style.js';
import type { TextLine } from '../lines/text-line.js';
import { alignOf, hasOneCentre } from './align.js';

/** What the lines of a group have in common. */
type GroupShape = {
  lineCount: number;
  size: number;
  start: number;
  end: number;
  isIndented: (line: TextLine) => boolean;
  isHanging: boolean;
  isCentred: boolean;
  isMono: boolean;
  /** Lines of a table of contents. */
  isContents: boolean;
};

/** The marker that continues a list: the next number at the same place. */
type ExpectedMarker = { ordinal: number; start: number } | null;

/**
 * Splits consecutive lines into paragraphs: at a first-line indent, at a hanging indent, after a line that ended although the next word
 * fits, and at list markers.
 */
export const splitParagraphs = (group: readonly TextLine[], column: Box): TextLine[][] => {
  if (group.length <= 1) return [[...group]];
  const shape = shapeOf(group, column);
  const parts: TextLine[][] = [];
  let part: TextLine[] = [];
  let expected: ExpectedMarker = null;
  for (const line of group) {
    const marker = shape.isMono ? null : markerOf(line);
    const isNew = beginsParagraph(line, marker, part, expected, shape);
    if (isNew) {
      parts.push(part);
      part = [];
    }
    if (marker && (isNew || part.length === 0))
      expected = { ordinal: marker.ordinal + 1, start: startOf(line) };
    part.push(line);
  }
  parts.push(part);
  return parts;
};

const shapeOf = (group: readonly TextLine[], column: Box): GroupShape => {
  const size = medianOf(group.map((line) => line.size));
  const start = Math.min(...group.map(startOf));
  const isIndented = (line: TextLine): boolean => startOf(line) > start + 0.7 * size;
  const indented = group.filter(isIndented).length;
  const isFirstIndented = group[0] !== undefined && isIndented(group[0]);
  return {
    lineCount: group.length,
    size,
    start,
    end: Math.max(...group.map(endOf)),
    isIndented,
    isHanging: !isFirstIndented && indented > 0.5 * (group.length - 1) && indented >= 1 && group.length > 2,
    isCentred: hasOneCentre(group, size) || group.every((line) => alignOf([line], column, size) === 'center'),
    isMono: group.every(isMonoLine),
    isContents: group.filter(hasLeaders).length >= 2,
  };
};

/** Whether a line begins a new paragraph after those of `part`. */
const beginsParagraph = (
  line: TextLine,
  marker: ListMarker | null,
  part: readonly TextLine[],
  expected: ExpectedMarker,
  shape: GroupShape,
): boolean => {
  const [first] = part;
  const before = part.at(-1);
  if (!first || !before || shape.isMono) return false;
  const hasMarker = markerOf(first) !== null;
  if (marker && opensListEntry(line, marker, before, expected, shape)) return true;
  if (endsEarly(before, line, hasMarker, shape)) return true;
  const { isIndented, isHanging, isCentred, lineCount } = shape;
  if (isHanging) return !isIndented(line) && isIndented(before);
  const isFirstLineIndent =
    isIndented(line) && !isIndented(before) && (lineCount > 3 || endsSentence(before));
  return isFirstLineIndent && !isCentred && !hasMarker;
};

const opensListEntry = (
  line: TextLine,
  marker: ListMarker,
  before: TextLine,
  expected: ExpectedMarker,
  { size, isIndented }: GroupShape,
): boolean => {
  if (marker.kind === 'bullet') return true;
  const isNext =
    expected !== null &&
    marker.ordinal === expected.ordinal &&
    Math.abs(startOf(line) - expected.start) < size;
  return isNext || ((marker.ordinal === 1 || isIndented(line)) && endsSentence(before));
};

/** Whether the line before ended its paragraph although there was room for more. */
const endsEarly = (before: TextLine, line: TextLine, hasMarker: boolean, shape: GroupShape): boolean => {
  const { start, end, size, isCentred, isContents } = shape;
  const leavesRoom = !isCentred && fitsAfter(before, line, end, size);
  return (
    (leavesRoom && isRealEnd(before, end, start, hasMarker)) ||
    hasLeaders(before) ||
    (isContents && /[\p{Nd}]$/u.test(before.words.at(-1)?.text ?? ''))
  );
};

/** Whether a line has leader dots, with or without a page number: a line of a table of contents. */
const hasLeaders = (line: TextLine): boolean =>
  /(?:\.\s*){4,}\s*[\p{Nd}ivxlc]{0,6}\s*$/iu.test(line.words.map((word) => word.text).join(' '));

const endsSentence = (line: TextLine): boolean =>
  /[.!?:;。！？：；؟…»”"')\]]$/u.test(line.words.at(-1)?.text ?? '');

/** Whether a line that leaves room ends its paragraph: its sentence ends, or it leaves more room than a ragged line does. */
const isRealEnd = (before: TextLine, end: number, start: number, hasMarker: boolean): boolean =>
  endsSentence(before) || (!hasMarker && end - endOf(before) > 0.2 * (end - start));

/** Whether the first word of the next line fits at the end of this one: then the line was ended on purpose. */
const fitsAfter = (before: TextLine, line: TextLine, end: number, size: number): boolean => {
  const word = line.words[0];
  if (!word) return false;
  const rest = end - endOf(before);
  const isCjkText = /\p{Script=Han}/u.test(word.text);
  return (
    rest > (isCjkText ? 2.5 * size : Math.min(widthOf(word), 12 * size) + 0.9 * size) &&
    rest > 0.04 * (end - startOf(before))
  );
};
