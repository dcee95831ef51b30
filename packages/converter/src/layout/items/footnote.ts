import { plainTextOf } from '../lines/inline-text.js';
import type { TextBlock } from '../flow/paragraphs.js';
import type { StructureInput } from '../page/structure-types.js';

/** The mark a footnote begins with: a raised or bracketed number, a sign. */
export const NOTE_START = /^(?:[\p{No}⁰-⁹*†‡§¶∗]|\p{Nd}{1,3}[\s.)]|\[\p{Nd}{1,3}\])/u;

/** Whether type is smaller than that of the text. */
export const allSmall = (blocks: readonly TextBlock[], input: StructureInput): boolean =>
  blocks.every((block) => block.size < 0.94 * input.profile.bodySize);

/** Small type at the foot of a column that begins with a note's mark (or goes on after one that did). */
export const isFootnote = (block: TextBlock, input: StructureInput, isAfterNote: boolean): boolean => {
  if (input.isRecognised || block.size >= 0.94 * input.profile.bodySize || block.box.y0 < 0.5 * input.height)
    return false;
  const first = block.lines[0]?.words[0];
  const isMarked =
    first !== undefined && (first.style.script === 1 || NOTE_START.test(plainTextOf(block.lines)));
  const isUnderRule = (input.drawing?.rules ?? []).some(
    (rule) =>
      rule.x1 - rule.x0 > rule.y1 - rule.y0 &&
      rule.y1 < block.box.y0 + 2 &&
      block.box.y0 - rule.y1 < 1.6 * block.size &&
      Math.abs(rule.x0 - block.box.x0) < 20,
  );
  return isMarked || isUnderRule || isAfterNote;
};
