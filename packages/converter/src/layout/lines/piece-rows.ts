import type { Piece } from './piece.js';

/** Pieces with nearly the same baseline, from the top of the page. */
export const groupRows = (pieces: readonly Piece[]): Piece[][] => {
  const sorted = [...pieces].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  const rows: Piece[][] = [];
  let row: Piece[] = [];
  let anchor: Piece | undefined;
  for (const piece of sorted) {
    const tolerance = anchor ? 0.16 * Math.min(anchor.size, piece.size) : 0;
    if (anchor && piece.baseline - anchor.baseline <= Math.max(0.6, tolerance)) {
      row.push(piece);
    } else {
      row = [piece];
      rows.push(row);
    }
    anchor = piece;
  }
  return rows;
};

type Run = { from: number; to: number; pieces: Piece[] };

const MIN_LAYER_LETTERS = 3;

/**
 * Separates text that is drawn over other text (a shadow, a stamp, a corrected line), so that their letters don't mix. Runs stay whole
 * in drawing order; a run that covers another is put into a row of its own, or dropped if it repeats the text.
 */
export const separateLayers = (row: readonly Piece[]): Piece[][] => {
  const layers: { runs: Run[]; text: string }[] = [{ runs: [], text: '' }];
  for (const run of runsOf(row)) {
    const text = run.pieces
      .map((piece) => piece.text)
      .join('')
      .trim();
    const covers = (other: Run): boolean =>
      text.length > MIN_LAYER_LETTERS &&
      other.pieces.length > MIN_LAYER_LETTERS &&
      Math.min(run.to, other.to) - Math.max(run.from, other.from) >
        0.5 * Math.min(run.to - run.from, other.to - other.from);
    const layer = layers.find((candidate) => !candidate.runs.some(covers));
    if (layer) {
      layer.runs.push(run);
      layer.text += text;
    } else if (!layers.some((other) => other.text.includes(text))) layers.push({ runs: [run], text });
  }
  return layers.map((layer) => layer.runs.flatMap((run) => run.pieces));
};

/** Pieces that are drawn one after the other from left to right. */
const runsOf = (row: readonly Piece[]): Run[] => {
  const runs: Run[] = [];
  for (const piece of [...row].sort((a, b) => a.order - b.order)) {
    const run = runs.at(-1);
    const last = run?.pieces.at(-1);
    const isNext = run && last && piece.order - last.order === 1 && piece.x0 > last.x0 - 0.3 * piece.size;
    if (isNext) {
      run.pieces.push(piece);
      run.to = Math.max(run.to, piece.x1);
    } else runs.push({ from: piece.x0, to: piece.x1, pieces: [piece] });
  }
  return runs;
};
