import { diffArrays } from 'diff';

export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Words with their half-spaces and marks, Chinese signs one by one, stretches of space, anything else sign by sign. */
const TOKEN = /\p{Script=Han}|(?:(?!\p{Script=Han})(?:[\p{L}\p{N}\p{M}_]|\u200c|\u200d))+|\s+|[^]/gu;

/** Texts that differ in more places than this are shown one after the other. */
const MOST_EDITS = 3000;
const LONGEST_MS = 400;

const joined = (parts: readonly DiffPart[]): DiffPart[] => {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
};

/** Neighbouring changes with nothing but space between them are one: what is gone first, then what came. */
const readable = (parts: readonly DiffPart[]): DiffPart[] => {
  const result: DiffPart[] = [];
  let [removed, added] = ['', ''];
  let space = '';
  const flush = () => {
    result.push(
      { kind: 'removed', text: removed },
      { kind: 'added', text: added },
      { kind: 'same', text: space },
    );
    removed = added = space = '';
  };
  for (const { kind, text } of parts) {
    const isOpen = removed !== '' || added !== '';
    if (kind === 'same') {
      if (isOpen && text.trim() === '') space += text;
      else {
        flush();
        result.push({ kind, text });
      }
      continue;
    }
    // A space between two changes belongs to both sides of them.
    removed += space;
    added += space;
    space = '';
    if (kind === 'removed') removed += text;
    else added += text;
  }
  flush();
  return joined(result);
};

/** How one text became another, word by word; in time that hostile texts cannot stretch. */
export const diffWords = (before: string, after: string): DiffPart[] => {
  if (before === after) return joined([{ kind: 'same', text: before }]);
  const changes = diffArrays(before.match(TOKEN) ?? [], after.match(TOKEN) ?? [], {
    maxEditLength: MOST_EDITS,
    timeout: LONGEST_MS,
  });
  if (!changes) {
    return joined([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  }
  return readable(
    changes.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })),
  );
};
