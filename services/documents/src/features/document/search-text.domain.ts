export { foldForSearch, foldLetters } from '@hamkhan/contracts/folding';

/** A pattern that finds a folded text in a folded text, whatever characters it has. */
export const literalPattern = (folded: string): RegExp =>
  new RegExp(folded.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
