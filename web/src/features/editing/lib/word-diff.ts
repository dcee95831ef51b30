import { diffArrays } from 'diff';
import type { Word } from './marked-words.js';

export type DiffPart = { kind: 'same' | 'added' | 'removed'; words: Word[] };

/** Texts with more differences are shown one after the other. */
const MAX_EDITS = 3000;
const MAX_DIFF_MS = 400;

const mergeAdjacent = (parts: readonly DiffPart[]): DiffPart[] => {
  const result: DiffPart[] = [];
  for (const { kind, words } of parts) {
    const last = result.at(-1);
    if (words.length === 0) continue;
    if (last?.kind === kind) last.words = last.words.concat(words);
    else result.push({ kind, words });
  }
  return result;
};

const isSpace = (words: readonly Word[]): boolean => words.every(({ text }) => text.trim() === '');

/** Joins changes with only whitespace between them: the removed words first, then the added ones. */
const groupChanges = (parts: readonly DiffPart[]): DiffPart[] => {
  const result: DiffPart[] = [];
  let [removed, added, space]: [Word[], Word[], Word[]] = [[], [], []];
  const flush = () => {
    result.push(
      { kind: 'removed', words: removed },
      { kind: 'added', words: added },
      { kind: 'same', words: space },
    );
    [removed, added, space] = [[], [], []];
  };
  for (const { kind, words } of parts) {
    const isOpen = removed.length > 0 || added.length > 0;
    if (kind === 'same') {
      if (isOpen && isSpace(words)) space = space.concat(words);
      else {
        flush();
        result.push({ kind, words });
      }
      continue;
    }
    // A space between two changes belongs to both sides of them.
    removed = removed.concat(space);
    added = added.concat(space);
    space = [];
    if (kind === 'removed') removed = removed.concat(words);
    else added = added.concat(words);
  }
  flush();
  return mergeAdjacent(result);
};

/** The difference of two texts word by word, within a time limit against hostile texts. */
export const diffWords = (before: Word[], after: Word[]): DiffPart[] => {
  const changes = diffArrays(before, after, {
    comparator: (one, other) => one.key === other.key,
    maxEditLength: MAX_EDITS,
    timeout: MAX_DIFF_MS,
  });
  if (!changes) {
    return mergeAdjacent([
      { kind: 'removed', words: before },
      { kind: 'added', words: after },
    ]);
  }
  return groupChanges(
    changes.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      words: value,
    })),
  );
};
