import type { ContentItem, PageContent } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { isBreakHyphen } from '@hamkhan/converter/layout/lines/inline-text';
import { protect, rawOffsets, restore, sliceMarked } from '../page-text/inline-marks.domain.js';
import { MARKER, stripMarkers } from '../page-text/markers.domain.js';
import { countBelow } from '../page-text/sorted-numbers.domain.js';
import { alignMarked } from './sentence-pairs.domain.js';
import { splitSentences } from '../page-text/sentences.domain.js';

/** The first or last text of a page, or the part of it that may continue on the neighbour page: `content.slice(start, end)` of an item. */
export type PageEdge = { item: number; start: number; end: number; text: string };

/** `head` may continue a paragraph of the page before, `tail` may continue on the page after. Determined by the page alone. */
export type PageEdges = { head?: PageEdge; tail?: PageEdge };

/** A paragraph that a page break splits: its whole text, and the offset where the second page's part begins. */
export type PageJoin = { text: string; cut: number };

/** The known joins of a page with its neighbours. */
export type PageJoins = {
  head?: { edge: PageEdge; join: PageJoin };
  tail?: { edge: PageEdge; join: PageJoin };
};

/** Types that may occur between the two halves of a paragraph: floats, and items that the reader does not show. */
const FLOATS: ReadonlySet<ContentItem['type']> = new Set([
  'abandon',
  'figure',
  'figure_caption',
  'table',
  'table_caption',
  'caption',
]);
/** The start of a footnote, of a reference, or of a list item that was extracted as text. */
const NOTE_START = /^(?:[\p{No}⁰-⁹*†‡§¶∗•–—-]\s?|\[\^|[([]?\p{Nd}{1,3}[\s.)\]]|\[\p{Nd})/u;
const HAN = /[\p{Script=Han}，、。；：]/u;

/** Shorter lines may be a label, a name or a verse. */
const MIN_PROSE = 40;
const MIN_PROSE_HAN = 14;

const isProse = (text: string): boolean => {
  const plain = stripMarkers(protect(text).text);
  return plain.length >= (HAN.test(plain) ? MIN_PROSE_HAN : MIN_PROSE);
};
const isCentred = (item: ContentItem): boolean =>
  item.type === 'text' && (item.text_align === 'center' || item.text_align === 'right');

/** Whether the last sentence of `text` is unfinished, whatever follows. */
function isUnfinished(text: string, language: SourceLanguage): boolean {
  const plain = stripMarkers(protect(text).text).trimEnd();
  if (plain === '' || /[:：]$/u.test(plain)) return false;
  const following = HAN.test(plain.slice(-1)) ? '' : ' ';
  const probe = `${plain}${following}Xxxx`;
  return !splitSentences(probe, language).some(({ start }) => start >= plain.length);
}

/** Where to divide a text that continues on both neighbour pages: at the sentence start nearest to its middle. */
function divisionOf(text: string, language: SourceLanguage): number | undefined {
  const marked = protect(text);
  const starts = splitSentences(marked.text, language)
    .slice(1)
    .map(({ start }) => start);
  const toRaw = rawOffsets(marked);
  const depthAt = pairDepths(marked.text);
  const outside = starts.filter((start) => depthAt(start) <= 0).map(toRaw);
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
  const canContinue = head !== undefined && !NOTE_START.test(head.text);
  const edges: PageEdges = {};
  if (canContinue) edges.head = head;
  if (tail && isUnfinished(tail.text, language)) edges.tail = tail;
  if (edges.head && edges.tail && edges.head.item === edges.tail.item) {
    const division = divisionOf(edges.head.text, language);
    if (division === undefined) {
      // The page is one sentence. It continues the page before if it starts with a small letter, otherwise the next page.
      if (/^\p{Ll}/u.test(edges.head.text.trimStart())) delete edges.tail;
      else delete edges.head;
    } else {
      edges.head = { ...edges.head, end: division, text: edges.head.text.slice(0, division).trimEnd() };
      edges.tail = { ...edges.tail, start: division, text: edges.tail.text.slice(division) };
    }
  }
  return edges;
}

const wordsOf = (content: PageContent): Set<string> => {
  const words = new Set<string>();
  for (const item of content.items) {
    const found = item.content.toLowerCase().match(/\p{L}[\p{L}\p{M}]*(?:[-‐]\p{L}+)*[-‐\u00ad]?/gu) ?? [];
    for (const word of found) if (word.length > 2 && !/[-‐\u00ad]$/u.test(word)) words.add(word);
  }
  return words;
};

/**
 * The paragraph that continues from the end of a page on the next, or undefined if a new one starts there. Depends on the two
 * originals only, so that both pages get the same text in whatever order they are translated. A hyphen at the page break is
 * removed as at a line break.
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
  const continuesSentence = /^\p{Ll}/u.test(start) || /[\p{L}][-‐\u00ad]$|[,،，、]$/u.test(end);
  if (!continuesSentence && !isProse(end)) return undefined;
  const isHyphen = isBreakHyphen(end, start, new Set([...wordsOf(before), ...wordsOf(after)]));
  const first = isHyphen ? end.slice(0, -1) : end;
  const isTight =
    isHyphen || /\p{L}[-‐]$/u.test(end) || (HAN.test(end.slice(-1)) && HAN.test(start.slice(0, 1)));
  const glue = isTight ? '' : ' ';
  return { tail, head, join: { text: first + glue + start, cut: (first + glue).length } };
}

/** How many pairs are open at an offset of a marked text. The text is read once, because it is asked for many offsets. */
function pairDepths(text: string): (at: number) => number {
  const markers = [...text.matchAll(MARKER)];
  const closed = new Set(markers.flatMap(([, slash, number = '']) => (slash ? [number] : [])));
  const ends: number[] = [];
  const depths = [0];
  for (const { index, 0: marker, 1: slash, 2: number = '' } of markers) {
    ends.push(index + marker.length);
    depths.push((depths.at(-1) ?? 0) + (slash ? -1 : Number(closed.has(number))));
  }
  return (at) => depths[countBelow(ends, at + 1)] ?? 0;
}
const lengthOf = (text: string): number => stripMarkers(text).trim().length;

/** Preference for a cut after a comma or before a conjunction, as a share of the sentence's length. */
const AFTER_COMMA = 0.12;
const BEFORE_CONJUNCTION = 0.05;

/**
 * Divides a translated paragraph between its two pages. Sentences go to the page of their originals. The sentence that the page
 * break splits is cut in about the same proportion, at a space, preferably after a comma, and never inside emphasis or a link.
 */
export function sharesOf(join: PageJoin, translation: string, language: SourceLanguage): [string, string] {
  const source = protect(join.text);
  const target = protect(translation);
  const toRaw = rawOffsets(source);
  const bead = alignMarked(source, target, language).find((one) => toRaw(one.source[1]) > join.cut) ?? {
    source: [0, source.text.length],
    target: [0, target.text.length],
  };
  const [start, end] = [toRaw(bead.source[0]), toRaw(bead.source[1])];
  const beforeBreak = join.text.slice(start, Math.max(start, join.cut)).trim().length;
  const share = beforeBreak / Math.max(1, join.text.slice(start, end).trim().length);
  const cut = bestCut(target.text, bead.target, share);
  if (cut === undefined) return share >= 0.5 ? [translation, ''] : ['', translation];
  const lead = target.before.trim() === '' ? '' : target.before;
  const trail = target.after.trim() === '' ? '' : target.after;
  const part = (from: number, to: number): string => {
    const slice = sliceMarked(target, from, to);
    return lead + restore(slice.text.trim(), slice) + trail;
  };
  return [part(0, cut), part(cut, target.text.length)];
}

/** Markers, spaces and words of a marked text. */
const PARTS = /(?<marker>⟦\/?\d+⟧)|(?<space>\s+)|⟦|[^\s⟦]+/gu;

/** Where to cut a sentence of `text` so that about `share` of it comes first; undefined if there is no suitable space. */
function bestCut(text: string, [from, to]: readonly [number, number], share: number): number | undefined {
  const sentence = text.slice(from, to);
  const length = Math.max(1, lengthOf(sentence));
  const depthAt = pairDepths(text);
  let best: { at: number; cost: number } | undefined;
  const consider = (space: number, at: number, lengthBefore: number): void => {
    if (depthAt(at) > 0) return;
    const cost =
      Math.abs(lengthBefore / length - share) -
      (/[،؛]/u.test(text.charAt(space - 1)) ? AFTER_COMMA : 0) -
      (/^(?:که|و|اما|ولی|تا|زیرا|چون|یا)\s/u.test(text.slice(at)) ? BEFORE_CONJUNCTION : 0);
    if (!best || cost < best.cost) best = { at, cost };
  };
  const before = text.slice(0, from).trimEnd().length;
  if (before < from) consider(before, from, 0);
  let written = 0;
  let spaces = 0;
  for (const { index, 0: part, groups } of sentence.matchAll(PARTS)) {
    if (groups?.['space'] !== undefined) {
      const at = from + index;
      consider(at, at + part.length, written);
      if (written > 0) spaces += part.length;
    } else if (groups?.['marker'] === undefined) {
      written += spaces + part.length;
      spaces = 0;
    }
  }
  return best?.at;
}
