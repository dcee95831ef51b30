import { toMatrix } from './matrix.js';
import { OperatorInterpreter } from './operator-interpreter.js';
import type { PageGraphics } from './page-graphics.js';

const NO_ARGUMENTS: readonly unknown[] = [];

/**
 * Interprets the operator list that pdf.js makes of a page (with annotations off) into glyphs, images and lines. One pass returns the
 * text of `getTextContent` with its fonts, and images and rules as well, at half its cost.
 *
 * @param viewport maps PDF space to points from the top left of the page as shown (crop box, rotation)
 */
export const readPageGraphics = (
  operators: { fnArray: readonly number[]; argsArray: readonly unknown[] },
  fontOf: (id: string) => unknown,
  viewport: { width: number; height: number; transform: readonly number[] },
): PageGraphics => {
  const page: PageGraphics = {
    width: viewport.width,
    height: viewport.height,
    glyphs: [],
    turned: [],
    images: [],
    rules: [],
    panels: [],
    shapes: [],
    drawn: 0,
    garbage: 0,
  };
  const interpreter = new OperatorInterpreter(page, fontOf, toMatrix(viewport.transform));
  const { fnArray, argsArray } = operators;
  for (let i = 0; i < fnArray.length; i += 1) {
    const args = argsArray[i];
    interpreter.run(fnArray[i] ?? 0, Array.isArray(args) ? args : NO_ARGUMENTS);
  }
  interpreter.finish();
  return page;
};
