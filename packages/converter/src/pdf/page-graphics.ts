import type { Box } from '../layout/geometry/box.js';
import type { GlyphFont } from './glyph-font.js';
import type { Strokes } from './painted-path.js';

/** One drawn character (or ligature), in points from the top left of the page as it is shown. */
export type Glyph = Box & {
  text: string;
  baseline: number;
  size: number;
  font: GlyphFont;
  /** Not painted: the text layer under or over a scan. */
  hidden: boolean;
  /** Marked content id of a tagged PDF, or -1. */
  mcid: number;
  artifact: boolean;
};

export type PageGraphics = Strokes & {
  width: number;
  height: number;
  glyphs: Glyph[];
  /** Glyphs that don't run from left to right (stamps in the margin, labels of axes). */
  turned: Glyph[];
  images: Box[];
  /** Number of characters drawn, and of those that a broken font map makes unreadable. */
  drawn: number;
  garbage: number;
};
