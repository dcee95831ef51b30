import { unionOf } from '../geometry/box.js';
import { isBreakHyphen, plainTextOf } from '../lines/inline-text.js';
import { NOTE_START } from '../items/footnote.js';
import type { TextBlock } from './paragraphs.js';
import { joinsWithoutSpace } from '../lines/script.js';
import type { StructuredItem } from '../page/structure-types.js';

/** Items that may be between the two halves of a paragraph. */
const FLOATS: ReadonlySet<string> = new Set([
  'figure',
  'table',
  'figure_caption',
  'table_caption',
  'abandon',
]);
const ENDS = /[.!?:;。！？：；؟…][»”"')\]\u2019*]*$/u;

/** Joins the lines of a heading, which are further apart than lines of text. A line with its own number is another heading. */
export const joinHeading = (
  before: StructuredItem | undefined,
  entry: StructuredItem,
  block: TextBlock,
): boolean => {
  if (before?.item.type !== 'heading' || entry.item.type !== 'heading') return false;
  const isClose =
    block.gapBefore < 0.6 * block.size && Math.abs((before.size ?? 0) - (entry.size ?? 0)) < 0.6;
  const isOne =
    before.item.level === entry.item.level &&
    !/^[\p{Nd}IVX]+[.\s]/u.test(entry.item.content) &&
    !/[.!?:]$/u.test(before.item.content);
  if (!isClose || !isOne || before.item.content.length + entry.item.content.length > 200) return false;
  const space = joinsWithoutSpace(before.item.content, entry.item.content) ? '' : ' ';
  before.item = { ...before.item, content: before.item.content + space + entry.item.content };
  before.box = unionOf([before.box, entry.box]);
  return true;
};

/** In scripts without case only length and distance distinguish prose from verse and labels. */
const CASELESS_REST = 60;
const CASELESS_GAP = 0.35;

/**
 * Joins the rest of a sentence after white space or a ragged line: it continues in lower case (or in a script without case)
 * close below.
 */
export const joinRest = (
  before: StructuredItem | undefined,
  entry: StructuredItem,
  block: TextBlock,
  vocabulary: ReadonlySet<string>,
): boolean => {
  if (entry.item.type !== 'text' || entry.item.text_align || block.gapBefore > 0.6 * block.size) return false;
  const { content } = entry.item;
  const [, first = ''] = /^[«"„“‘(]*(.)/u.exec(content) ?? [];
  const isCaseless = /\p{Lo}/u.test(first);
  if (isCaseless ? block.gapBefore > CASELESS_GAP * block.size : !/\p{Ll}/u.test(first)) return false;
  if (Math.abs((before?.size ?? 0) - (entry.size ?? 0)) > 0.6) return false;
  const join = (head: string): string | null => {
    if (ENDS.test(head) || head.length < (isCaseless ? CASELESS_REST : 20)) return null;
    const isHyphen = isBreakHyphen(head, plainTextOf(block.lines), vocabulary);
    return (
      (isHyphen ? head.slice(0, -1) : head) +
      (isHyphen || joinsWithoutSpace(head, content) ? '' : ' ') +
      content
    );
  };
  if (before?.item.type === 'text' && !before.item.text_align) {
    const joined = join(before.item.content);
    if (joined === null) return false;
    before.item = { ...before.item, content: joined };
  } else if (before?.item.type === 'list') {
    const last = before.item['list-items'].at(-1);
    const joined = last ? join(last.content) : null;
    if (!last || joined === null) return false;
    last.content = joined;
    if (before.marked !== undefined) before.marked = join(before.marked) ?? before.marked;
  } else return false;
  before.box = unionOf([before.box, entry.box]);
  return true;
};

/** Joins the halves of a paragraph at the end of a column: no sentence ends before the break, and none begins after it. */
export const joinAcross = (
  items: StructuredItem[],
  next: readonly StructuredItem[],
  vocabulary: ReadonlySet<string>,
): void => {
  const firstIndex = next.findIndex(({ item }) => !FLOATS.has(item.type));
  const first = next[firstIndex];
  const isSameSize = (size: number | undefined): boolean => Math.abs((size ?? 0) - (first?.size ?? 0)) < 0.6;
  const lastIndex = items.findLastIndex(
    ({ item, size }) => !FLOATS.has(item.type) && (item.type !== 'text' || isSameSize(size)),
  );
  const last = items[lastIndex];
  if (
    last?.item.type === 'text' &&
    first?.item.type === 'text' &&
    !last.item.text_align &&
    !first.item.text_align
  ) {
    const before = last.item.content;
    const after = first.item.content;
    const goesOn = /^[\p{Ll}\p{Lo}(,;]/u.test(after.replace(/^[*`]+/, '')) && !NOTE_START.test(after);
    if (goesOn && !ENDS.test(before) && before.length > 40) {
      const isHyphen = isBreakHyphen(before, after, vocabulary);
      const space =
        isHyphen || joinsWithoutSpace(before, after) || /\p{L}[-\u2010]$/u.test(before) ? '' : ' ';
      last.item = { ...last.item, content: (isHyphen ? before.slice(0, -1) : before) + space + after };
      items.push(...next.slice(0, firstIndex), ...next.slice(firstIndex + 1));
      return;
    }
  }
  items.push(...next);
};
