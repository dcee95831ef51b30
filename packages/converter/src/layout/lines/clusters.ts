import { horizontalOverlapOf } from '../geometry/box.js';
import type { Piece } from './piece.js';
import { directionOfText, isCombining, UNREADABLE } from './script.js';
import type { Segment } from './segment.js';

/** A letter with its combining marks. */
export type Cluster = Piece & { marks: string; spaceBefore: boolean; script: -1 | 0 | 1 };

/** Accents that older fonts draw as separate characters over a letter, and the combining marks for them. */
const SPACING_ACCENTS: Record<string, string> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
};

const overlapsLetter = (accent: Piece, pieces: readonly Piece[]): boolean =>
  pieces.some(
    (other) =>
      other !== accent &&
      /^\p{L}$/u.test(other.text) &&
      horizontalOverlapOf(accent, other) > 0.5 * (accent.x1 - accent.x0),
  );

/** Written out because a spread is several times slower, and a page has thousands of pieces. */
const toCluster = (piece: Piece, script: -1 | 0 | 1): Cluster => ({
  text: piece.text,
  order: piece.order,
  x0: piece.x0,
  y0: piece.y0,
  x1: piece.x1,
  y1: piece.y1,
  baseline: piece.baseline,
  size: piece.size,
  style: piece.style,
  artifact: piece.artifact,
  link: piece.link,
  tag: piece.tag,
  cell: piece.cell,
  marks: '',
  spaceBefore: false,
  script,
});

/** The pieces of a segment from left to right, with combining marks attached to the nearest letter. */
export const clustersOf = (segment: Segment): Cluster[] => {
  const letters: Cluster[] = [];
  const marks: Piece[] = [];
  const outermost = segment.pieces.every((piece) => piece.text !== UNREADABLE) ? null : edgesOf(segment);
  for (const piece of segment.pieces) {
    if (piece.text === UNREADABLE) {
      // Parts of tall brackets have no character either.
      const isFirst = piece === outermost?.left || piece === outermost?.right;
      if (isFirst && !piece.style.math)
        letters.push({ ...piece, text: '•', marks: '', spaceBefore: false, script: 0 });
    } else if (isCombining(piece.text)) marks.push(piece);
    else if (piece.text in SPACING_ACCENTS && overlapsLetter(piece, segment.pieces)) {
      marks.push({ ...piece, text: SPACING_ACCENTS[piece.text] ?? piece.text });
    } else {
      letters.push(toCluster(piece, segment.raised.get(piece) ?? 0));
    }
  }
  letters.sort((a, b) => a.x0 + a.x1 - b.x0 - b.x1);
  for (const mark of marks) attachMark(mark, letters);
  return letters;
};

const attachMark = (mark: Piece, letters: readonly Cluster[]): void => {
  const centre = (mark.x0 + mark.x1) / 2;
  let best: Cluster | undefined;
  for (const letter of letters) {
    if (letter.text === ' ') continue;
    const distance = Math.abs((letter.x0 + letter.x1) / 2 - centre);
    if (!best || distance < Math.abs((best.x0 + best.x1) / 2 - centre)) best = letter;
  }
  if (!best) return;
  best.marks += mark.text;
  if (best.text === 'ı') best.text = 'i';
  else if (best.text === 'ȷ') best.text = 'j';
};

/** The first piece of a segment in reading order, where a bullet may stand. */
const edgesOf = (segment: Segment): { left?: Piece; right?: Piece } => {
  const solid = segment.pieces.filter((piece) => piece.text !== ' ').sort((a, b) => a.x0 - b.x0);
  const isRtl = directionOfText(solid.map((piece) => piece.text).join('')) === 'rtl';
  return isRtl ? { right: solid.at(-1) } : { left: solid[0] };
};
