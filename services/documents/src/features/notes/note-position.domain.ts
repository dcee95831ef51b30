import type { CreateNoteRequest, NoteVersion } from '@hamkhan/contracts/http/notes';
import { foldForSearch } from '@hamkhan/contracts/folding';
import { pageTextOf, type PageText } from '@hamkhan/contracts/page-text';
import { findPassage } from '@hamkhan/contracts/passages/find-passage';
import { placeOf, rangeAt, type ItemPlace, type TextRange } from '@hamkhan/contracts/passages/item-place';
import { quoteAt, type Quote } from '@hamkhan/contracts/passages/quote';
import type { PageTexts } from '../page/page.repository.js';
import type { NotePosition, NoteRow } from './note.schema.js';

const texts = new WeakMap<object, PageText>();

/** The text of a page in one version; null if it does not exist yet. */
export function textIn(page: PageTexts, version: NoteVersion): PageText | null {
  const content = [page.content, page.translatedContent, page.translatedContentLevel2][version];
  if (!content) return null;
  const known = texts.get(content) ?? pageTextOf(content.items);
  texts.set(content, known);
  return known;
}

type Selection = Pick<
  CreateNoteRequest,
  'text' | 'page_number' | 'item_index' | 'start_offset' | 'end_offset' | 'version' | 'item_id'
>;

/** Versions, the one that readers most likely read first. */
const VERSIONS_BY_LIKELIHOOD: readonly NoteVersion[] = [2, 1, 0];

/**
 * The position of a new note: the one the client sent if the passage is there in one of the three texts, else the place where the passage is
 * found on the page. If the page has changed and the passage is not found, the note becomes an orphan.
 */
export function positionOfNewNote(selection: Selection, page: PageTexts | null): NotePosition {
  const { text: exact, version } = selection;
  const versions = version === undefined ? VERSIONS_BY_LIKELIHOOD : [version, ...VERSIONS_BY_LIKELIHOOD];
  const wanted = foldForSearch(exact);
  const candidates = versions.flatMap((one) => {
    const text = page && textIn(page, one);
    if (!text) return [];
    const item = text.items.find(({ index }) => index === selection.item_index);
    const place: ItemPlace = {
      itemId: selection.item_id ?? item?.id ?? '',
      itemIndex: selection.item_index,
      start: selection.start_offset,
      end: selection.end_offset,
    };
    return [{ version: one, text, place }];
  });
  for (const { version: one, text, place } of candidates) {
    const range = rangeAt(text, place);
    if (range && foldForSearch(text.text.slice(range.start, range.end)) === wanted) {
      return positionAt(selection.page_number, one, text, range);
    }
  }
  for (const { version: one, text, place } of candidates) {
    const range = findPassage(text, place, [{ exact, prefix: '', suffix: '' }]);
    if (range) return positionAt(selection.page_number, one, text, range);
  }
  return {
    version: version ?? 2,
    pageNumber: selection.page_number,
    itemId: selection.item_id ?? '',
    itemIndex: selection.item_index,
    start: selection.start_offset,
    end: selection.end_offset,
    anchored: { exact, prefix: '', suffix: '' },
    orphan: true,
  };
}

function positionAt(
  pageNumber: number,
  version: NoteVersion,
  text: PageText,
  range: TextRange,
): NotePosition {
  const place = placeOf(text, range) ?? { itemId: '', itemIndex: 0, ...range };
  return { version, pageNumber, ...place, anchored: quoteAt(text, range), orphan: false };
}

export type AnchoredNote = NotePosition & { originalQuote: Quote };

/**
 * The position of a note after texts changed: in its item, else on its page, else on a neighbouring page (`findPassage`); else it
 * becomes an orphan at its last position until the passage is found again. Unchanged while its version does not exist, for instance during a
 * new translation. The current quote is searched before the quote at creation.
 * @param neighbours called only if the page itself does not have the passage
 */
export function reanchor(
  note: AnchoredNote,
  page: PageTexts,
  neighbours: () => readonly PageTexts[],
): NotePosition {
  const { version, anchored, originalQuote } = note;
  const text = textIn(page, version);
  if (!text) return note;
  const quotes = isSame(anchored, originalQuote) ? [anchored] : [anchored, originalQuote];
  const isOwnPage = page.number === note.pageNumber;
  const range = findPassage(text, isOwnPage ? note : null, quotes);
  if (range) return positionAt(page.number, version, text, range);
  for (const neighbour of neighbours()) {
    const there = textIn(neighbour, version);
    const found = there && findPassage(there, null, quotes);
    if (there && found) return positionAt(neighbour.number, version, there, found);
  }
  return { ...note, orphan: true };
}

const isSame = (one: Quote, other: Quote): boolean =>
  one.exact === other.exact && one.prefix === other.prefix && one.suffix === other.suffix;

/** Whether the position or the surrounding text of a note has changed. */
export const hasMoved = (before: NotePosition, after: NotePosition): boolean =>
  before.pageNumber !== after.pageNumber ||
  before.itemId !== after.itemId ||
  before.itemIndex !== after.itemIndex ||
  before.start !== after.start ||
  before.end !== after.end ||
  before.orphan !== after.orphan ||
  !isSame(before.anchored, after.anchored);

export const positionOf = ({
  version,
  pageNumber,
  itemId,
  itemIndex,
  start,
  end,
  anchored,
  orphan,
}: NotePosition | NoteRow): NotePosition => ({
  version,
  pageNumber,
  itemId,
  itemIndex,
  start,
  end,
  anchored,
  orphan,
});
