import { unionOf } from '../geometry/box.js';
import type { TextLine } from '../lines/text-line.js';
import { lettersOf } from '../lines/text-line.js';

/** Merges the parts of a row that a wide gap separates into one line. */
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

/** Joins a drop cap with the line beside its top, whose first letter it is. */
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
