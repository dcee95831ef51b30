import type { CreateNoteRequest, NoteVersion } from '@hamkhan/contracts/http/notes';
import { foldForSearch } from '@hamkhan/contracts/folding';
import { pageTextOf, type PageText } from '@hamkhan/contracts/page-text';
import {
  findPassage,
  placeOf,
  quoteAt,
  rangeAt,
  type ItemPlace,
  type Quote,
  type TextRange,
} from '@hamkhan/contracts/quote-anchor';
import type { PageTexts } from '../page/page.repository.js';
import type { NotePosition, NoteRow } from './note.schema.js';

const texts = new WeakMap<object, PageText>();

/** The text of a page in one version; null while there is none. */
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

/** Versions in the order in which a reader is likely to have read them. */
const LIKELY_VERSIONS: readonly NoteVersion[] = [2, 1, 0];

/**
 * Where a new note stands: where its reader says, if the passage is there in one of the three texts, else where the passage is found
 * on the page. A note whose passage is not on the page (it changed under the reader's hand) is kept as an orphan.
 */
export function placeNew(selection: Selection, page: PageTexts | null): NotePosition {
  const { text: exact, version } = selection;
  const versions = version === undefined ? LIKELY_VERSIONS : [version, ...LIKELY_VERSIONS];
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

export type Anchored = NotePosition & { taken: Quote };

/**
 * Where a note stands in texts that changed: in its item, else on its page, else on a neighbour of it (`findPassage`); else it is an
 * orphan at its last place, to be found again when its passage comes back. While the version it was taken on is not there (it
 * is being translated anew) nothing is said. The passage as it stood last counts before the passage as it was taken.
 * @param neighbours called only where the page itself does not have the passage
 */
export function reanchor(
  note: Anchored,
  page: PageTexts,
  neighbours: () => readonly PageTexts[],
): NotePosition {
  const { version, anchored, taken } = note;
  const text = textIn(page, version);
  if (!text) return note;
  const quotes = isSame(anchored, taken) ? [anchored] : [anchored, taken];
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

/** Whether a note stands elsewhere, or in other surroundings, than before. */
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
