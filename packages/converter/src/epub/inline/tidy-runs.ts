import { isCjk } from '../../layout/lines/script.js';
import { sameMarks } from './runs.js';
import type { Run } from './runs.js';

/** A line break in the source becomes a space, or nothing between two Chinese characters. */
const joinSourceLines = (text: string, lastChar: string): string => {
  const lines = text.replace(/ ?\n[ \n]*/g, '\n');
  return lines.replace(/\n/g, (_, offset: number) => {
    const before = offset === 0 ? lastChar : (lines[offset - 1] ?? '');
    return isCjk(before) && isCjk(lines[offset + 1] ?? '') ? '' : ' ';
  });
};

/** Collapses whitespace as a browser does: single spaces, none at the ends of a line or between two Chinese characters. */
const collapse = (runs: readonly Run[]): Run[] => {
  const result: Run[] = [];
  let atStart = true;
  let lastChar = '';
  for (const run of runs) {
    if (run.kind === 'break') {
      trimEnd(result);
      result.push(run);
      atStart = true;
      continue;
    }
    if (run.kind === 'math') {
      result.push(run);
      atStart = false;
      lastChar = '$';
      continue;
    }
    let text = run.text
      .replace(/[\u00ad\u200b\u2060\ufeff\0]/g, '')
      .replace(/[\u2000-\u2002\u2004-\u200a]/g, ' ')
      .replace(/[ \t\r\f\v]+/g, ' ')
      .replace(/[ \u00a0]{2,}/g, ' ');
    if (text.includes('\n')) text = joinSourceLines(text, lastChar);
    if (atStart || /\s$/.test(lastChar)) text = text.replace(/^\s+/, '');
    // Indented markup leaves a space between a formula and the punctuation after it.
    if (result.at(-1)?.kind === 'math') text = text.replace(/^ (?=[,.;:!?)\]»”’]|-\p{L})/u, '');
    if (text === '') continue;
    atStart = false;
    lastChar = text.slice(-1);
    const previous = result.at(-1);
    if (previous?.kind === 'text' && sameMarks(previous, run)) previous.text += text;
    else result.push({ ...run, text });
  }
  trimEnd(result);
  return result;
};

const trimEnd = (runs: Run[]): void => {
  for (let last = runs.at(-1); last; last = runs.at(-1)) {
    if (last.kind === 'math') return;
    if (last.kind === 'text') {
      last.text = last.text.trimEnd();
      if (last.text !== '') return;
    } else return;
    runs.pop();
  }
};

const trimBreaks = (runs: readonly Run[]): Run[] => {
  let from = 0;
  let to = runs.length;
  while (from < to && runs[from]?.kind === 'break') from += 1;
  while (to > from && runs[to - 1]?.kind === 'break') to -= 1;
  return runs.slice(from, to);
};

/** Joins runs with the same marks across the space between them: `*a* *b*` becomes `*a b*`. */
const joinMarkedSpaces = (runs: readonly Run[]): Run[] => {
  const result: Run[] = [];
  for (const [index, run] of runs.entries()) {
    const previous = result.at(-1);
    const next = runs[index + 1];
    if (
      run.kind === 'text' &&
      run.text.trim() === '' &&
      previous?.kind === 'text' &&
      next?.kind === 'text' &&
      sameMarks(previous, next) &&
      !previous.code
    ) {
      previous.text += run.text;
    } else if (run.kind === 'text' && previous?.kind === 'text' && sameMarks(previous, run))
      previous.text += run.text;
    else result.push(run.kind === 'text' ? { ...run } : run);
  }
  return result;
};

/** The runs as a browser shows them: whitespace collapsed, no breaks at the ends, runs with the same marks joined. */
export const tidyRuns = (runs: readonly Run[]): Run[] => joinMarkedSpaces(trimBreaks(collapse(runs)));
