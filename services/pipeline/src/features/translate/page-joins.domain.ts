import type { ContentItem, PageContent } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { isBreakHyphen } from '@hamkhan/converter/layout/lines/inline-text';
import { protect, rawOffsets, restore, sliceMarked, stripMarkers } from './inline-marks.domain.js';
import { alignMarked } from './sentence-pairs.domain.js';
import { splitSentences } from './sentences.domain.js';

/** The first or last text of a page, or the half of it that may belong to the neighbour: `content.slice(start, end)` of an item. */
export type PageEdge = { item: number; start: number; end: number; text: string };

/** `head` may go on from the page before, `tail` may go on on the page after. Known from the page alone. */
export type PageEdges = { head?: PageEdge; tail?: PageEdge };

/** A paragraph that a page break cuts: the whole of it, and where the second page's part begins. */
export type PageJoin = { text: string; cut: number };

/** The joins of a page with its neighbours, as far as they are known. */
export type PageJoins = {
  head?: { edge: PageEdge; join: PageJoin };
  tail?: { edge: PageEdge; join: PageJoin };
};

/** What may stand between the two halves of a paragraph: what floats to the head or foot of a page, and what no reader reads. */
const FLOATS: ReadonlySet<ContentItem['type']> = new Set([
  'abandon',
  'figure',
  'figure_caption',
  'table',
  'table_caption',
  'caption',
]);
/** A footnote or an entry of a list of references begins like this; so does an item of a list that nobody took for one. */
const NOTE_START = /^(?:[\p{No}⁰-⁹*†‡§¶∗•–—-]\s?|\[\^|[([]?\p{Nd}{1,3}[\s.)\]]|\[\p{Nd})/u;
const HAN = /[\p{Script=Han}，、。；：]/u;

/** Characters of a line that is prose rather than a label, a name or a verse. */
const PROSE = 40;
const PROSE_HAN = 14;

const isProse = (text: string): boolean => {
  const plain = stripMarkers(protect(text).text);
  return plain.length >= (HAN.test(plain) ? PROSE_HAN : PROSE);
};
const isCentred = (item: ContentItem): boolean =>
  item.type === 'text' && (item.text_align === 'center' || item.text_align === 'right');

/** Whether a sentence of `text` is still open at its end, whatever follows. */
function isOpen(text: string, language: SourceLanguage): boolean {
  const plain = stripMarkers(protect(text).text).trimEnd();
  if (plain === '' || /[:：]$/u.test(plain)) return false;
  const following = HAN.test(plain.slice(-1)) ? '' : ' ';
  const probe = `${plain}${following}Xxxx`;
  return !splitSentences(probe, language).some(({ start }) => start >= plain.length);
}

/** Where a text that is open on both sides is shared between its neighbours: the end of the sentence nearest to its middle. */
function middleOf(text: string, language: SourceLanguage): number | undefined {
  const marked = protect(text);
  const starts = splitSentences(marked.text, language)
    .slice(1)
    .map(({ start }) => start);
  const toRaw = rawOffsets(marked);
  const outside = starts.filter((start) => !isInsidePair(marked.text, start)).map(toRaw);
  const half = text.length / 2;
  return outside.sort((a, b) => Math.abs(a - half) - Math.abs(b - half))[0];
}

/** The texts of a page that may be halves of a paragraph. */
export function edgesOf(content: PageContent, language: SourceLanguage): PageEdges {
  const { items } = content;
  const isBody = (item: ContentItem): boolean =>
    !FLOATS.has(item.type) && !(item.type === 'text' && NOTE_START.test(item.content));
  const first = items.findIndex((item) => !FLOATS.has(item.type));
  const last = items.findLastIndex(isBody);
  const edgeAt = (index: number): PageEdge | undefined => {
    const item = items[index];
    if (item?.type !== 'text' || item.content.trim() === '' || isCentred(item)) return undefined;
    return { item: index, start: 0, end: item.content.length, text: item.content };
  };
  const head = edgeAt(first);
  const tail = edgeAt(last);
  const canGoOn = head !== undefined && !NOTE_START.test(head.text);
  const edges: PageEdges = {};
  if (canGoOn) edges.head = head;
  if (tail && isOpen(tail.text, language)) edges.tail = tail;
  if (edges.head && edges.tail && edges.head.item === edges.tail.item) {
    const middle = middleOf(edges.head.text, language);
    if (middle === undefined) {
      // A page of one endless sentence: it goes on from the page before where it begins in mid-sentence, else into the next.
      if (/^\p{Ll}/u.test(edges.head.text.trimStart())) delete edges.tail;
      else delete edges.head;
    } else {
      edges.head = { ...edges.head, end: middle, text: edges.head.text.slice(0, middle).trimEnd() };
      edges.tail = { ...edges.tail, start: middle, text: edges.tail.text.slice(middle) };
    }
  }
  return edges;
}

const wordsOf = (content: PageContent): Set<string> => {
  const words = new Set<string>();
  for (const item of content.items) {
    const found = item.content.toLowerCase().match(/\p{L}[\p{L}\p{M}]*(?:[-‐]\p{L}+)*(?![-‐\u00ad])/gu) ?? [];
    for (const word of found) if (word.length > 2) words.add(word);
  }
  return words;
};

/**
 * The paragraph that goes from the end of a page to the start of the next, or nothing where two paragraphs meet. Decided and put
 * together from the two originals alone, so that both pages come to the same text whichever is first. A line-end hyphen
 * is undone as within a page.
 */
export function joinOf(
  before: PageContent,
  after: PageContent,
  language: SourceLanguage,
): { tail: PageEdge; head: PageEdge; join: PageJoin } | undefined {
  const { tail } = edgesOf(before, language);
  const { head } = edgesOf(after, language);
  if (!tail || !head) return undefined;
  const end = tail.text.trimEnd();
  const start = head.text.trimStart();
  const goesOnInside = /^\p{Ll}/u.test(start) || /[\p{L}][-‐\u00ad]$|[,،，、]$/u.test(end);
  if (!goesOnInside && !isProse(end)) return undefined;
  const isHyphen = isBreakHyphen(end, start, new Set([...wordsOf(before), ...wordsOf(after)]));
  const first = isHyphen ? end.slice(0, -1) : end;
  const isTight =
    isHyphen || /\p{L}[-‐]$/u.test(end) || (HAN.test(end.slice(-1)) && HAN.test(start.slice(0, 1)));
  const glue = isTight ? '' : ' ';
  return { tail, head, join: { text: first + glue + start, cut: (first + glue).length } };
}

const depthAt = (text: string, at: number): number =>
  [...text.slice(0, at).matchAll(/⟦(\/?)(\d+)⟧/gu)].reduce(
    (depth, [, slash, number]) => depth + (slash ? -1 : text.includes(`⟦/${number}⟧`) ? 1 : 0),
    0,
  );
const isInsidePair = (text: string, at: number): boolean => depthAt(text, at) > 0;
const lengthOf = (text: string): number => stripMarkers(text).trim().length;

/** A reader's eye forgives a cut after a comma or before a conjunction more than a few characters' difference in length. */
const AFTER_PAUSE = 0.12;
const BEFORE_LINK = 0.05;

/**
 * The two pages' shares of a translated paragraph. Sentences go where their originals stand; the sentence that the page break cuts
 * is cut where about as much of it has been said, at a space, best after a comma, and never inside emphasis or a link.
 */
export function sharesOf(join: PageJoin, translation: string, language: SourceLanguage): [string, string] {
  const source = protect(join.text);
  const target = protect(translation);
  const toRaw = rawOffsets(source);
  const beads = alignMarked(source, target, language);
  const bead = beads.find((one) => toRaw(one.source[1]) > join.cut) ?? {
    source: [0, source.text.length],
    target: [0, target.text.length],
  };
  const raw = join.text.slice(toRaw(bead.source[0]), toRaw(bead.source[1]));
  const said = join.text.slice(toRaw(bead.source[0]), Math.max(toRaw(bead.source[0]), join.cut));
  const share = said.trim().length / Math.max(1, raw.trim().length);
  const [from, to] = bead.target;
  const whole = lengthOf(target.text.slice(from, to));
  let best: { at: number; cost: number } | undefined;
  for (const match of target.text.slice(0, to).matchAll(/\s+/gu)) {
    const at = match.index + match[0].length;
    if (at < from || isInsidePair(target.text, at)) continue;
    const before = target.text.slice(0, match.index);
    const cost =
      Math.abs(lengthOf(target.text.slice(from, at)) / Math.max(1, whole) - share) -
      (/[،؛]$/u.test(before) ? AFTER_PAUSE : 0) -
      (/^(?:که|و|اما|ولی|تا|زیرا|چون|یا)\s/u.test(target.text.slice(at)) ? BEFORE_LINK : 0);
    if (!best || cost < best.cost) best = { at, cost };
  }
  if (!best) return share >= 0.5 ? [translation, ''] : ['', translation];
  const lead = target.before.trim() === '' ? '' : target.before;
  const trail = target.after.trim() === '' ? '' : target.after;
  const part = (start: number, end: number): string => {
    const slice = sliceMarked(target, start, end);
    return lead + restore(slice.text.trim(), slice) + trail;
  };
  return [part(0, best.at), part(best.at, target.text.length)];
}
