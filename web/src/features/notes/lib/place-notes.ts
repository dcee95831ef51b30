import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import type { Note, NoteVersion } from '@hamkhan/contracts/http/notes';
import { parseInline } from '@hamkhan/contracts/inline/parse-inline';
import { plainText } from '@hamkhan/contracts/inline/inline-node';
import { itemText, pageTextOf, type PageText } from '@hamkhan/contracts/page-text';
import { findPassage } from '@hamkhan/contracts/passages/find-passage';
import { itemAt, placeOf, type TextRange } from '@hamkhan/contracts/passages/item-place';

/** A note and its range in the rendered text. */
export type PlacedNote = {
  note: Note;
  range: TextRange;
  /** `passage`: the exact passage; `sentence`: the matching sentences of another version; `item`: only the paragraph is known. */
  by: 'passage' | 'sentence' | 'item';
};

const itemsIn = (page: ReaderPage, version: NoteVersion): readonly ContentItem[] =>
  [page.content, page.translated_content, page.translated_content_level2][version]?.items ?? [];

const rangeIn = (text: PageText, note: Note): TextRange | null =>
  findPassage(
    text,
    { itemId: note.item_id, itemIndex: note.item_index, start: note.start_offset, end: note.end_offset },
    [{ exact: note.anchored_text, prefix: '', suffix: '' }],
  );

/** Matching sentences of an item in the original and the translation. */
type Pairs = readonly { original: TextRange; translation: TextRange }[];

/** The ranges of Markdown slices in the item's plain text, in order; null for a slice that is not found. */
const sentenceRanges = (
  item: ContentItem,
  stretches: readonly (readonly [number, number])[],
): (TextRange | null)[] => {
  const words = itemText(item);
  let at = 0;
  return stretches.map(([from, to]) => {
    const sentence = plainText(parseInline(item.content.slice(from, to))).trim();
    const start = sentence === '' ? -1 : words.indexOf(sentence, at);
    if (start < 0) return null;
    at = start + sentence.length;
    return { start, end: at };
  });
};

/** The sentence pairs of an item as ranges of its plain text; null when none are stored. */
const sentencePairs = (original: ContentItem, translation: ContentItem): Pairs | null => {
  const pairs = translation.sentence_pairs?.['content'];
  if (!pairs) return null;
  const originals = sentenceRanges(
    original,
    pairs.map(([from, to]) => [from, to]),
  );
  const translations = sentenceRanges(
    translation,
    pairs.map(([, , from, to]) => [from, to]),
  );
  return pairs.flatMap((_, index) => {
    const [one, other] = [originals[index], translations[index]];
    return one && other ? [{ original: one, translation: other }] : [];
  });
};

const overlaps = (one: TextRange, other: TextRange): boolean =>
  one.start < other.end && other.start < one.end;

/** The range of an item in one version that matches a range of it in another; null when only the item is known. */
const matchingRange = (
  page: ReaderPage,
  itemId: string,
  range: TextRange,
  from: NoteVersion,
  to: NoteVersion,
): TextRange | null => {
  if (from === to) return range;
  if (from !== 0 && to !== 0) {
    const original = matchingRange(page, itemId, range, from, 0);
    return original && matchingRange(page, itemId, original, 0, to);
  }
  const item = (version: NoteVersion) => itemsIn(page, version).find(({ id }) => id === itemId);
  const [original, translation] = [item(0), item(from === 0 ? to : from)];
  const pairs = original && translation && sentencePairs(original, translation);
  const sides = pairs?.map((pair) =>
    from === 0 ? ([pair.original, pair.translation] as const) : ([pair.translation, pair.original] as const),
  );
  const found = sides?.filter(([one]) => overlaps(one, range)).map(([, other]) => other) ?? [];
  const [first, last] = [found[0], found.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
};

/**
 * Places the notes of a page in one of its three texts: a note on this text by its passage, a note on another text by the
 * matching sentence, or else by its paragraph. Orphans and notes whose paragraph is missing are left out.
 */
export const placeNotes = (
  notes: readonly Note[],
  page: ReaderPage,
  version: NoteVersion,
  text: PageText,
): readonly PlacedNote[] => {
  const texts = new Map<NoteVersion, PageText>([[version, text]]);
  const textOf = (wanted: NoteVersion): PageText => {
    const known = texts.get(wanted) ?? pageTextOf(itemsIn(page, wanted));
    texts.set(wanted, known);
    return known;
  };
  return notes.flatMap((note): PlacedNote[] => {
    if (note.page_number !== page.page_number || note.orphan || note.locked) return [];
    const own = textOf(note.version);
    const range = rangeIn(own, note);
    if (note.version === version) return range ? [{ note, range, by: 'passage' }] : [];
    const place = range && placeOf(own, range);
    const item = itemAt(text, {
      itemId: place?.itemId ?? note.item_id,
      itemIndex: place?.itemIndex ?? note.item_index,
    });
    if (!item) return [];
    const matched = place && matchingRange(page, item.id, place, note.version, version);
    return [
      matched
        ? {
            note,
            range: { start: item.start + matched.start, end: item.start + matched.end },
            by: 'sentence',
          }
        : { note, range: { start: item.start, end: item.end }, by: 'item' },
    ];
  });
};
