import type { FontRecord } from './glyph-font.js';
import { unknownFont } from './glyph-font.js';
import type { Matrix } from './matrix.js';
import { IDENTITY } from './matrix.js';

const MAX_SAVED_STATES = 512;
const RENDER_MODE_INVISIBLE = 3;
const RENDER_MODE_CLIP = 7;

/** The graphics and text state of PDF (ISO 32000-1, 8.4 and 9.3), as far as it places text, paths and images. */
export type GraphicsState = {
  ctm: Matrix;
  font: FontRecord;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
};

/** Text that is not painted: the text layer under or over a scan. */
export const isInvisible = ({ renderMode }: GraphicsState): boolean =>
  renderMode === RENDER_MODE_INVISIBLE || renderMode === RENDER_MODE_CLIP;

/** The current graphics state and the saved ones (operators q and Q). */
export class GraphicsStateStack {
  current: GraphicsState;
  private readonly saved: GraphicsState[] = [];

  constructor(ctm: Matrix) {
    this.current = {
      ctm,
      font: unknownFont(),
      fontSize: 0,
      charSpacing: 0,
      wordSpacing: 0,
      horizontalScale: 1,
      leading: 0,
      rise: 0,
      renderMode: 0,
    };
  }

  save(): void {
    if (this.saved.length < MAX_SAVED_STATES) this.saved.push({ ...this.current });
  }

  /** A restore without a save is ignored. */
  restore(): void {
    this.current = this.saved.pop() ?? this.current;
  }
}

/** The position in a text object (ISO 32000-1, 9.4.2): the text matrix, the next glyph and the start of its line. */
export class TextCursor {
  matrix: Matrix = IDENTITY;
  x = 0;
  y = 0;
  private lineX = 0;
  private lineY = 0;

  begin(matrix: Matrix): void {
    this.matrix = matrix;
    this.x = this.y = this.lineX = this.lineY = 0;
  }

  moveLine(dx: number, dy: number): void {
    this.x = this.lineX += dx;
    this.y = this.lineY += dy;
  }
}
