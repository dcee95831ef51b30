import type { Box } from '../geometry/box.js';
import type { CellPlace, WordStyle } from './text-line.js';

/** A character (or ligature) and its position and style. Lines are assembled from pieces. */
export type Piece = Box & {
  text: string;
  /** Its index in the drawing order of the page. */
  order: number;
  baseline: number;
  size: number;
  style: Omit<WordStyle, 'script'>;
  artifact: boolean;
  link?: string;
  tag?: string;
  cell?: CellPlace;
};
