import type { Box } from '../geometry/box.js';
import { captionKindOf } from '../figures/caption.js';
import { medianOf, unionOf, widthOf } from '../geometry/box.js';
import { readListMarker } from '../items/list-marker.js';
import type { TextLine } from '../lines/text-line.js';

/** Lines that belong together: a paragraph, a heading, a list entry. */
export type TextBlock = {
  box: Box;
  lines: TextLine[];
  /** Font size of most of its letters. */
  size: number;
  /** White space above it, in points; Infinity for the first of a column. */
  gapBefore: number;
  /** Extent of the column it stands in. */
  column: { from: number; to: number };
  isBold: boolean;
  isMono: boolean;
  /** Its lines end where a poet ended them. */
  isVerse: boolean;
  align: 'center' | 'right' | null;
};

const lettersOf = (line: TextLine): number => line.words.reduce((sum, word) => sum + word.text.length, 0);

const shareOf = (line: TextLine, pick: (word: TextLine['words'][number]) => boolean): number =>
  line.words.filter(pick).reduce((sum, word) => sum + word.text.length, 0) / Math.max(1, lettersOf(line));

export const isBoldLine = (line: TextLine): boolean => shareOf(line, (word) => word.style.bold) > 0.97;
const isMonoLine = (line: TextLine): boolean => shareOf(line, (word) => word.style.mono) > 0.8;

/** Pieces of one row, which a wide gap had kept apart, as one line. */
export const mergeRows = (lines: readonly TextLine[]): TextLine[] => {
  const rows: TextLine[] = [];
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    const row = rows.at(-1);
    const isSameRow = row && Math.abs(row.baseline - line.baseline) < 0.3 * Math.min(row.size, line.size);
    if (!row || !isSameRow) {
      rows.push(line);
      continue;
    }
    const direction = row.direction === 'rtl' || line.direction === 'rtl' ? 'rtl' : 'ltr';
    const parts = [row, line].sort((a, b) => (direction === 'rtl' ? b.x1 - a.x1 : a.x0 - b.x0));
    const larger = lettersOf(row) >= lettersOf(line) ? row : line;
    rows[rows.length - 1] = {
      ...unionOf([row, line]),
      words: parts.flatMap((part) => part.words),
      baseline: larger.baseline,
      size: larger.size,
      direction,
    };
  }
  return joinDropCaps(rows);
};

/** A single large initial is the first letter of the line beside its top. */
const joinDropCaps = (lines: readonly TextLine[]): TextLine[] => {
  const result = [...lines];
  for (const cap of lines) {
    const [word] = cap.words;
    if (!word || cap.words.length !== 1 || !/^[«„“"(]?\p{Lu}$/u.test(word.text)) continue;
    const beside = result.filter(
      (line) =>
        line !== cap &&
        cap.size > 1.7 * line.size &&
        line.y1 > cap.y0 &&
        line.y0 < cap.y1 &&
        line.x0 >= cap.x1 - 2,
    );
    const first = beside.sort((a, b) => a.baseline - b.baseline)[0];
    const head = first?.words[0];
    if (!first || !head || first.x0 - cap.x1 > 1.5 * first.size) continue;
    const joined = { ...head, text: word.text + head.text, x0: word.x0 };
    result[result.indexOf(first)] = { ...first, x0: cap.x0, words: [joined, ...first.words.slice(1)] };
    result.splice(result.indexOf(cap), 1);
  }
  return result;
};

/** The usual distance between baselines of lines that follow each other. */
const pitchOf = (lines: readonly TextLine[], usual: number, isRecognised: boolean): number => {
  const steps: number[] = [];
  for (let i = 1; i < lines.length; i += 1) {
    const step = (lines[i]?.baseline ?? 0) - (lines[i - 1]?.baseline ?? 0);
    const size = lines[i]?.size ?? 10;
    const isSame = Math.abs(size - (lines[i - 1]?.size ?? 0)) < (isRecognised ? 0.3 * size : 0.6);
    if (step > 0.8 * size && step < 2.6 * size && isSame) steps.push(step / size);
  }
  if (steps.length < 6) return usual;
  const sorted = steps.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.4)] ?? 1.25;
};

const startOf = (line: TextLine): number => (line.direction === 'rtl' ? -line.x1 : line.x0);
const endOf = (line: TextLine): number => (line.direction === 'rtl' ? -line.x0 : line.x1);

/** Splits the lines of one column into blocks. `usualPitch`: the document's line distance, for columns too short to tell theirs. */
export const splitBlocks = (
  columnLines: readonly TextLine[],
  isRecognised: boolean,
  usualPitch = 1.25,
): TextBlock[] => {
  const lines = mergeRows(columnLines);
  if (lines.length === 0) return [];
  const pitch = pitchOf(lines, usualPitch, isRecognised);
  const column = unionOf(lines);
  const blocks: TextBlock[] = [];
  let gapBefore = Infinity;
  for (const group of tightGroups(lines, pitch, isRecognised)) {
    const isPoem = isRecognised && isVerse(group);
    for (const part of isPoem ? [group] : splitGroup(group, column)) {
      const first = part[0];
      if (!first) continue;
      const last = blocks.at(-1)?.lines.at(-1);
      if (last) gapBefore = first.baseline - last.baseline - pitch * first.size;
      blocks.push({ ...toBlock(part, gapBefore, column), isVerse: isPoem });
    }
  }
  return blocks;
};

const LEAST_VERSES = 4;
const MOST_VERSE_WORDS = 14;
const LEAST_VERSE_WORDS = 4;

/**
 * Whether lines are verse: nearly each begins with a capital, as the custom of verse has it in scripts with case, and most end
 * short of the longest, by as much as they happen to. Prose keeps capitals for few of its lines and fills most; labels and
 * addresses have fewer words and no punctuation, entries their markers. What recognition made of an ornament or an initial speaks
 * neither for nor against.
 */
const isVerse = (lines: readonly TextLine[]): boolean => {
  if (lines.length < LEAST_VERSES) return false;
  const texts = lines.map((line) => line.words.map((word) => word.text).join(' '));
  const starts = texts.map((text) => /^[^\p{L}\p{N}]{0,3}(\p{L})/u.exec(text)?.[1] ?? '');
  const capitals = starts.filter((start) => /\p{Lu}/u.test(start)).length;
  const others = starts.filter((start) => /\p{Ll}|\p{Lo}/u.test(start)).length;
  if (capitals < LEAST_VERSES || capitals < 0.8 * (capitals + others) || capitals < 0.6 * lines.length)
    return false;
  const words = medianOf(lines.map((line) => line.words.length));
  if (words < LEAST_VERSE_WORDS || words > MOST_VERSE_WORDS) return false;
  const pauses = texts.filter((text) => /[.,;:!?…—]["'”’»)]?$/u.test(text)).length;
  const markers = lines.flatMap((line) => isMarkerLine(line) ?? []);
  const isList = markers.length > 0.2 * lines.length || markers.some(({ kind }) => kind === 'bullet');
  if (isList || pauses < 0.3 * lines.length) return false;
  const isListed = (text: string): boolean => /[-‐\p{Nd}]$/u.test(text) || /(?:\.\s*){4}/u.test(text);
  if (
    texts.filter(isListed).length > 0.2 * lines.length ||
    lines.every(isBoldLine) ||
    lines.every(isMonoLine)
  )
    return false;
  const size = medianOf(lines.map((line) => line.size));
  const end = Math.max(...lines.map(endOf));
  return lines.filter((line) => end - endOf(line) < size).length < 0.65 * lines.length;
};

const toBlock = (lines: TextLine[], gapBefore: number, column: Box): Omit<TextBlock, 'isVerse'> => {
  const letters = new Map<number, number>();
  for (const line of lines) letters.set(line.size, (letters.get(line.size) ?? 0) + lettersOf(line));
  const size = [...letters.entries()].sort((a, b) => b[1] - a[1])[0]?.[0] ?? lines[0]?.size ?? 10;
  return {
    box: unionOf(lines),
    lines,
    size,
    gapBefore,
    column: { from: column.x0, to: column.x1 },
    isBold: lines.every(isBoldLine),
    isMono: lines.every(isMonoLine),
    align: alignOf(lines, column, size),
  };
};

const alignOf = (lines: readonly TextLine[], column: Box, size: number): 'center' | 'right' | null => {
  const offsets = lines.map((line) => ({ left: line.x0 - column.x0, right: column.x1 - line.x1 }));
  const isCentred = offsets.every(
    ({ left, right }) =>
      left > 1.5 * size &&
      right > 1.5 * size &&
      Math.abs(left - right) < Math.max(size, 0.12 * (left + right)),
  );
  if (isCentred && Math.max(...lines.map(widthOf)) < 0.92 * widthOf(column)) return 'center';
  const middle = (column.x0 + column.x1) / 2;
  const isAround =
    lines.length > 1 &&
    hasOneCentre(lines, size) &&
    lines.every((line) => Math.abs((line.x0 + line.x1) / 2 - middle) < size);
  if (isAround) return 'center';
  const isRight =
    lines[0]?.direction === 'ltr' &&
    offsets.every(({ left, right }) => right < 0.5 * size && left > 0.3 * widthOf(column));
  return isRight ? 'right' : null;
};

/** Lines of different lengths around one axis: a centred title. */
const hasOneCentre = (lines: readonly TextLine[], size: number): boolean => {
  const left = Math.min(...lines.map((line) => line.x0));
  const right = Math.max(...lines.map((line) => line.x1));
  const isEven = lines.every((line) => Math.abs(line.x0 - left - (right - line.x1)) < 0.8 * size);
  return isEven && lines.some((line) => line.x0 - left > 1.2 * size);
};

/** Lines of one size and manner, an ordinary distance apart. */
const tightGroups = (lines: readonly TextLine[], pitch: number, isRecognised: boolean): TextLine[][] => {
  const groups: TextLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && !isApart(before, line, pitch, isRecognised)) group.push(line);
    else groups.push([line]);
  }
  return groups;
};

const isApart = (before: TextLine, line: TextLine, pitch: number, isRecognised: boolean): boolean => {
  const ratio = Math.max(before.size, line.size) / Math.min(before.size, line.size);
  if (ratio > (isRecognised ? 1.3 : 1.09)) return true;
  if (/^[、，。；：！？）】》」』]/u.test(line.words[0]?.text ?? '')) return false;
  const size = Math.max(before.size, line.size);
  const step = line.baseline - before.baseline;
  if (step > Math.max(pitch * 1.22, pitch + 0.25) * size + 0.5) return true;
  if (isMonoLine(before) !== isMonoLine(line)) {
    // Typewriter words may fill a line of a paragraph: code stands apart, or starts elsewhere.
    const runsOn = step < 1.05 * pitch * size && Math.abs(startOf(before) - startOf(line)) < 0.5 * size;
    if (!runsOn || endOf(before) < endOf(line) - 2 * size) return true;
  }
  const wasBold = isBoldLine(before);
  const isBold = isBoldLine(line);
  if (wasBold === isBold) return false;
  if (captionKindOf(before.words.map((word) => word.text).join(' '))) return false;
  const plain = wasBold ? line : before;
  return shareOf(plain, (word) => word.style.bold) < 0.15;
};

const isMarkerLine = (line: TextLine): ReturnType<typeof readListMarker> =>
  readListMarker(
    line.words
      .map((word) => (word.glued ? word.text : ` ${word.text}`))
      .join('')
      .trim(),
  );

/**
 * Splits lines that follow each other closely into paragraphs: by first-line indent, by hanging indent, by a line that ended
 * although the next word would have fitted, and by list markers.
 */
const splitGroup = (group: readonly TextLine[], column: Box): TextLine[][] => {
  const [first] = group;
  if (!first || group.length === 1) return [[...group]];
  const size = medianOf(group.map((line) => line.size));
  const start = Math.min(...group.map(startOf));
  const end = Math.max(...group.map(endOf));
  const isIndented = (line: TextLine): boolean => startOf(line) > start + 0.7 * size;
  const indented = group.filter(isIndented).length;
  const isHanging =
    !isIndented(first) && indented > 0.5 * (group.length - 1) && indented >= 1 && group.length > 2;
  const isCentred =
    hasOneCentre(group, size) || group.every((line) => alignOf([line], column, size) === 'center');
  const isMono = group.every(isMonoLine);

  const isContents = group.filter(hasLeaders).length >= 2;

  const parts: TextLine[][] = [];
  let part: TextLine[] = [];
  let expected: { ordinal: number; start: number } | null = null;
  for (const line of group) {
    const before = part.at(-1);
    const marker = isMono ? null : isMarkerLine(line);
    const hasMarker = part[0] !== undefined && isMarkerLine(part[0]) !== null;
    const endsEarly =
      before !== undefined &&
      ((!isCentred && fitsAfter(before, line, end, size) && isRealEnd(before, end, start, hasMarker)) ||
        hasLeaders(before) ||
        (isContents && /[\p{Nd}]$/u.test(before.words.at(-1)?.text ?? '')));
    let isNew = false;
    if (before && !isMono) {
      const isNextMarker =
        marker !== null &&
        expected !== null &&
        marker.ordinal === expected.ordinal &&
        Math.abs(startOf(line) - expected.start) < size;
      const opensList =
        marker !== null &&
        (marker.kind === 'bullet' ||
          isNextMarker ||
          ((marker.ordinal === 1 || isIndented(line)) && endsSentence(before)));
      isNew =
        opensList ||
        endsEarly ||
        (isHanging
          ? !isIndented(line) && isIndented(before)
          : isIndented(line) &&
            !isIndented(before) &&
            (group.length > 3 || endsSentence(before)) &&
            !isCentred &&
            !hasMarker);
    }
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

/** A line of a table of contents: dots, or a row of them, that lead to a page number. */
const hasLeaders = (line: TextLine): boolean =>
  /(?:\.\s*){4,}\s*[\p{Nd}ivxlc]{0,6}\s*$/iu.test(line.words.map((word) => word.text).join(' '));

const endsSentence = (line: TextLine): boolean =>
  /[.!?:;。！？：；؟…»”"')\]]$/u.test(line.words.at(-1)?.text ?? '');

/** Ragged lines leave room too: a line was ended on purpose when its sentence ends there, or when much room is left. */
const isRealEnd = (before: TextLine, end: number, start: number, hasMarker: boolean): boolean =>
  endsSentence(before) || (!hasMarker && end - endOf(before) > 0.2 * (end - start));

/** Whether the next line's first word would have stood at the end of this one: then the line was ended on purpose. */
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
