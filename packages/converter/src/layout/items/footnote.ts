import { plainTextOf } from '../lines/inline-text.js';
import type { TextBlock } from '../flow/paragraphs.js';
import type { StructureInput } from '../page/structure-types.js';

/** The mark at the start of a footnote: a raised or bracketed number, or a symbol. */
export const NOTE_START = /^(?:[\p{No}⁰-⁹*†‡§¶∗]|\p{Nd}{1,3}[\s.)]|\[\p{Nd}{1,3}\])/u;

/** Whether all blocks are smaller than the running text. */
export const allSmall = (blocks: readonly TextBlock[], input: StructureInput): boolean =>
  blocks.every((block) => block.size < 0.94 * input.profile.bodySize);

/**
 * Whether a block is a footnote: small text in the lower half of the page that begins with a note mark, is under a rule, or
 * follows a footnote.
 */
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
