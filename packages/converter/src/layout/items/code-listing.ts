import { guessCodeLanguage } from './code-language.js';
import { unionOf } from '../geometry/box.js';
import type { TextBlock } from '../flow/paragraphs.js';
import type { TextLine } from '../lines/text-line.js';

/** Whether a fixed-pitch block is code: it has characters of programming languages, and is not an address. */
export const isCode = (block: TextBlock, text: string): boolean => {
  if (/^(?:\S{1,3}\s+)?(?:https?:\/\/\S+\s*)+$/.test(text)) return false;
  if (!block.isMono || block.align === 'center' || /\S@\S+\.\p{L}/u.test(text)) return false;
  const signs = text.match(/[;={}()<>[\]_/\\|*+#$&@]/g)?.length ?? 0;
  return (
    signs >= 0.03 * text.length ||
    (signs > 0 && block.lines.length > 1 && guessCodeLanguage(text) !== undefined)
  );
};

/** The text of code with its line breaks, and with indents by the width of its letters. */
export const codeText = (lines: readonly TextLine[]): string => {
  const left = Math.min(...lines.map((line) => line.x0));
  const widths = lines.flatMap((line) =>
    line.words.map((word) => (word.x1 - word.x0) / Math.max(1, word.text.length)),
  );
  const sorted = widths.sort((a, b) => a - b);
  const char = Math.max(1, sorted[sorted.length >> 1] ?? 5);
  const rows: string[] = [];
  let last: TextLine | undefined;
  for (const line of lines) {
    if (last && line.baseline - last.baseline > 2 * line.size) rows.push('');
    let row = '';
    for (const word of line.words) {
      const column = Math.round((word.x0 - left) / char);
      row += ' '.repeat(word.glued ? 0 : Math.max(row === '' ? 0 : 1, column - row.length));
      row += word.text;
    }
    rows.push(row.trimEnd());
    last = line;
  }
  return rows.join('\n');
};

/** Joins blocks of code that white space separates into one listing. */
export const joinCode = (blocks: readonly TextBlock[]): TextBlock[] => {
  const joined: TextBlock[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    if (before?.isMono && block.isMono && block.gapBefore < 2.2 * block.size) {
      before.lines.push(...block.lines);
      before.box = unionOf([before.box, block.box]);
    } else joined.push({ ...block, lines: [...block.lines] });
  }
  return joined;
};

/** Joins comments at the end of code lines with their line, however far apart they are. */
export const joinListingRows = (lines: readonly TextLine[]): TextLine[] => {
  const isMono = (line: TextLine): boolean => line.words.every((word) => word.style.mono);
  const remarks = lines.filter(
    (line) => isMono(line) && /^(?:\/\/|\/\*|#|--|;|%)/.test(line.words[0]?.text ?? ''),
  );
  if (remarks.length === 0) return [...lines];
  const joined = new Map<TextLine, TextLine>();
  for (const remark of remarks) {
    const code = lines.find(
      (line) =>
        line !== remark &&
        isMono(line) &&
        Math.abs(line.baseline - remark.baseline) < 0.2 * line.size &&
        remark.x0 > line.x1 &&
        remark.x0 - line.x1 < 16 * line.size,
    );
    if (code) joined.set(remark, code);
  }
  const hosts = new Set(joined.values());
  return lines
    .filter((line) => !joined.has(line))
    .map((line) => {
      if (!hosts.has(line)) return line;
      const own = [...joined].filter(([, host]) => host === line).map(([remark]) => remark);
      return {
        ...line,
        ...unionOf([line, ...own]),
        words: [...line.words, ...own.flatMap((remark) => remark.words)],
      };
    });
};
