/** A stretch of a paragraph with one set of marks. */
export type Run =
  | { kind: 'text'; text: string; bold: boolean; italic: boolean; code: boolean; href?: string }
  | { kind: 'math'; latex: string }
  | { kind: 'break' };

export type TextRun = Extract<Run, { kind: 'text' }>;

export const sameMarks = (a: TextRun, b: TextRun): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.code === b.code && a.href === b.href;

/** Splits runs at double breaks, which some authors write instead of paragraphs. */
export const splitAtDoubleBreaks = (runs: readonly Run[]): Run[][] => {
  const parts: Run[][] = [[]];
  let breaks = 0;
  for (const run of runs) {
    if (run.kind === 'break') {
      breaks += 1;
      parts.at(-1)?.push(run);
      continue;
    }
    if (run.kind === 'text' && run.text.trim() === '' && breaks > 0) continue;
    if (breaks > 1) parts.push([]);
    breaks = 0;
    parts.at(-1)?.push(run);
  }
  return parts.filter((part) =>
    part.some((run) => run.kind === 'math' || (run.kind === 'text' && run.text.trim() !== '')),
  );
};
