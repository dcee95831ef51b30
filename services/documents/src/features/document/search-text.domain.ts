export { foldForSearch, foldLetters } from '@hamkhan/contracts/folding';

/** A pattern that matches a folded text literally. */
export const literalPattern = (folded: string): RegExp =>
  new RegExp(folded.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
