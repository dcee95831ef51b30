import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { MAX_NOTE_TEXT } from '@hamkhan/contracts/http/notes';
import type { PageText } from '@hamkhan/contracts/page-text';
import { placeOf, wholeCharacter } from '@hamkhan/contracts/passages/item-place';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSignedIn } from '../../../shared/api/session.js';
import { loginPath } from '../../../shared/lib/safe-path.js';
import type { NotePassage } from '../components/take-note-dialog.js';
import type { SelectionOffer } from './use-selection-offer.js';

/** Takes a note on the selected passage; a guest signs in first. */
export const useTakeNote = ({
  book,
  page,
  version,
  text,
  offer,
  clearOffer,
}: {
  book: DocumentMetadata;
  page: ReaderPage;
  version: 0 | 1 | 2;
  text: PageText;
  offer: SelectionOffer | null;
  clearOffer: () => void;
}) => {
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [selected, setSelected] = useState<NotePassage | null>(null);
  const take = () => {
    if (!offer) return;
    if (!signedIn) {
      void navigate(loginPath(pathname + search));
      return;
    }
    const start = offer.range.start;
    const end = wholeCharacter(text.text, Math.min(offer.range.end, start + MAX_NOTE_TEXT));
    const place = placeOf(text, { start, end });
    if (!place) return;
    // The dialog shows the passage: the selection behind it is no longer needed.
    window.getSelection()?.removeAllRanges();
    clearOffer();
    setSelected({
      document: book.key,
      text: text.text.slice(start, end),
      page_number: page.page_number,
      item_index: place.itemIndex,
      item_id: place.itemId,
      start_offset: place.start,
      end_offset: place.end,
      version,
    });
  };
  return { selected, take, close: () => setSelected(null) };
};
