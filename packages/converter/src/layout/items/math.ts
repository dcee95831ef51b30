import type { Box } from '../geometry/box.js';
import {
  clusterBoxes,
  horizontalOverlapOf,
  overlapOf,
  areaOf,
  unionOf,
  verticalOverlapOf,
  widthOf,
} from '../geometry/box.js';
import { readListMarker } from './list-marker.js';
import type { TextLine } from '../lines/text-line.js';

const MATH_CHAR = /[\p{Sm}\p{Nd}()[\]{}|/*^,;:′″·…⋯⋮⋱\u2061-\u2064\u{1d400}-\u{1d7ff}]/u;
const EQUATION_NUMBER = /^[([]\p{Nd}+(?:\.\p{Nd}+)*\p{L}?[)\]]$/u;
const LEADERS = /(?:\.\s?){5,}/;
const textOf = (line: TextLine): string => line.words.map((word) => word.text).join(' ');
const WORD = /^\p{L}{3,}[.,;:]?$/u;

/** Whether a line is part of a formula: mathematical fonts, signs and digits, and nearly no words. */
export const isMathLine = (line: TextLine): boolean => {
  let math = 0;
  let letters = 0;
  let words = 0;
  let hasSign = false;
  for (const word of line.words) {
    if (word.style.mono) return false;
    for (const char of word.text) {
      letters += 1;
      if (word.style.math || MATH_CHAR.test(char)) math += 1;
      if (word.style.math || /[\p{Sm}\u{1d400}-\u{1d7ff}]/u.test(char)) hasSign = true;
    }
    if (WORD.test(word.text) && !word.style.math) words += word.text.length;
  }
  return (
    hasSign && math >= 0.5 * letters && words <= Math.max(6, 0.3 * letters) && !LEADERS.test(textOf(line))
  );
};

const isProse = (line: TextLine): boolean =>
  line.words.filter((word) => WORD.test(word.text) && !word.style.math).length >= 3;
const isScrap = (line: TextLine): boolean =>
  line.words.reduce((sum, word) => sum + word.text.length, 0) <= 12;

/** Whether a line may be a part of a formula without being one: entries of a matrix, limits, dots. */
const isEntry = (line: TextLine): boolean =>
  isScrap(line) &&
  line.words.every(
    (word) =>
      word.style.math || /^[\p{Nd}\p{Sm}\p{P}]+$/u.test(word.text) || /^\p{L}\p{M}?$/u.test(word.text),
  );

/** Parts of a formula are further apart horizontally (columns of a matrix, arrows) than vertically. */
const REACH_X = 2;
const REACH_Y = 0.45;

/**
 * Display formulas: groups of formula lines with their matrix entries, numerators, limits and numbers. A formula within running
 * text is part of the text.
 */
export const findDisplayMath = (lines: readonly TextLine[]): { box: Box; lines: TextLine[] }[] => {
  const prose = lines.filter(isProse);
  const isInText = (box: Box, size: number): boolean =>
    prose.some(
      (line) =>
        verticalOverlapOf(line, box) > 0.35 * Math.min(line.y1 - line.y0, box.y1 - box.y0) &&
        -horizontalOverlapOf(line, box) < 2.5 * size,
    );
  const seeds = new Set(lines.filter((line) => isMathLine(line) && !isInText(line, line.size)));
  const size = [...seeds][0]?.size;
  if (size === undefined) return [];
  const entries = lines.filter((line) => !seeds.has(line) && isEntry(line) && !isInText(line, line.size));
  const shrink = REACH_Y / REACH_X;
  const near = clusterBoxes(
    [...seeds, ...entries].map((line) => ({
      ...{ x0: line.x0 * shrink, x1: line.x1 * shrink, y0: line.y0, y1: line.y1 },
      line,
    })),
    REACH_Y * size,
  );
  const found: { box: Box; lines: TextLine[] }[] = [];
  for (const cluster of near) {
    const members = new Set(cluster.members.map(({ line }) => line));
    if (![...members].some((line) => seeds.has(line))) continue;
    let box = unionOf([...members]);
    for (const line of lines) {
      if (members.has(line) || isProse(line) || !isScrap(line)) continue;
      const isBeside =
        verticalOverlapOf(line, box) > 0.4 * (line.y1 - line.y0) &&
        -horizontalOverlapOf(line, box) < 2 * size;
      const isInside = overlapOf(line, box) > 0.5 * areaOf(line);
      const isNumber =
        EQUATION_NUMBER.test(textOf(line)) && verticalOverlapOf(line, box) > 0.4 * (line.y1 - line.y0);
      if (!isBeside && !isInside && !isNumber) continue;
      members.add(line);
      box = unionOf([box, line]);
    }
    if (isInText(box, size) || widthOf(box) < 1.5 * size) continue;
    const [only, ...others] = members;
    if (only && others.length === 0 && (isListEntry(only) || isLastLine(only, prose))) continue;
    found.push({ box, lines: [...members] });
  }
  return withDelimiters(mergeOverlapping(found), lines);
};

/** Whether a line begins with a list marker; the number of a formula is at its end. */
const isListEntry = (line: TextLine): boolean => readListMarker(textOf(line))?.rest !== undefined;

/** Whether a line is the last line of a sentence: it has a word, and begins or ends where the line above does. */
const isLastLine = (line: TextLine, prose: readonly TextLine[]): boolean =>
  line.words.some((word) => !word.style.math && /^\p{L}{2,}/u.test(word.text)) &&
  prose.some(
    (above) =>
      line.baseline - above.baseline > 0.8 * line.size &&
      line.baseline - above.baseline < 1.7 * line.size &&
      Math.min(Math.abs(above.x0 - line.x0), Math.abs(above.x1 - line.x1)) < 0.3 * line.size,
  );

/** Whether a line consists of tall brackets and bars, which belong to the formula beside them. */
export const isDelimiter = (line: TextLine): boolean =>
  !line.words.some((word) => word.style.mono) && /^[\s|‖(){}[\]⟨⟩⌈⌉⌊⌋⎛-⎳]+$/u.test(textOf(line));

const withDelimiters = (
  found: { box: Box; lines: TextLine[] }[],
  lines: readonly TextLine[],
): { box: Box; lines: TextLine[] }[] => {
  for (const line of lines) {
    if (!isDelimiter(line)) continue;
    const own = found.find(
      ({ box, lines: members }) =>
        !members.includes(line) &&
        verticalOverlapOf(box, line) > 0 &&
        -horizontalOverlapOf(box, line) < line.size,
    );
    if (!own) continue;
    own.lines.push(line);
    own.box = unionOf([own.box, line]);
  }
  return found;
};

/** Merges formulas that overlap after their parts are collected. */
const mergeOverlapping = (found: { box: Box; lines: TextLine[] }[]): { box: Box; lines: TextLine[] }[] =>
  clusterBoxes(
    found.map((entry) => ({ ...entry.box, entry })),
    1,
  ).map(({ box, members }) => ({
    box,
    lines: [...new Set(members.flatMap((member) => member.entry.lines))],
  }));
