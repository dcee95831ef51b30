import { MATH_WORDS } from '../block.js';
import { childElements, firstDescendant, plainText } from '../markup.js';
import { isDisplayMath, mathAlternative } from '../mathml/math-to-latex.js';
import type { ElementHandler } from './element-handler.js';

export const readMath: ElementHandler = (element, { state, sink, reader }) => {
  const latex = reader.context.formula(element);
  if (latex === '') {
    sink.addText(mathAlternative(element) || plainText(element), state);
    return;
  }
  if (isDisplayMath(element) && state.headingRank === undefined && !state.isAbandoned) {
    sink.flush(state);
    sink.push({ item: { type: 'math', content: latex }, words: MATH_WORDS }, state.noteId);
    return;
  }
  sink.addFormula(latex);
};

/** Reads an EPUB 3 `switch`: the case with a formula, else the default case. */
export const readSwitch: ElementHandler = (element, { state, sink, reader }) => {
  const options = childElements(element);
  const chosen =
    options.find((option) => option.name === 'case' && firstDescendant(option, 'math')) ??
    options.find((option) => option.name === 'default');
  if (chosen) reader.readChildren(chosen, state, sink);
};
