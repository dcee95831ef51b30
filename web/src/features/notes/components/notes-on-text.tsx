import { MAX_NOTE_TEXT, type Note } from '@hamkhan/contracts/http/notes';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { pageTextOf } from '@hamkhan/contracts/page-text';
import { placeOf, type TextRange, wholeCharacter } from '@hamkhan/contracts/quote-anchor';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSignedIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { NOTE_QUERY } from '../../../shared/lib/notes-address.js';
import type { ReadText } from '../../../shared/lib/reader-slots.js';
import { loginPath } from '../../../shared/lib/safe-path.js';
import { Button } from '../../../shared/ui/button.js';
import { rangeOf } from '../../../shared/text/place-text.js';
import { useNotes } from '../api/notes.js';
import { placeUnder, readDom, toTextRange } from '../lib/dom-text.js';
import { hideHighlights, type HighlightName, showHighlights } from '../lib/highlights.js';
import { type PlacedNote, placeNotes } from '../lib/place-note.js';
import { NotesHere } from './notes-here.js';
import { type Selected, TakeNoteDialog } from './take-note-dialog.js';
import './category.css';
import './notes-on-text.css';

/** Marks nearer to each other than this are one, in pixels. */
const MARK_ROOM = 24;
/** A selection has rested for this long when something is offered for it, in milliseconds. */
const REST_MS = 150;
/** How long a passage that was gone to is shown, in milliseconds. */
const HERE_MS = 3_000;

type Mark = { top: number; notes: readonly Note[] };
type Offer = { range: TextRange; top: number; inlineStart: number };

const isRtl = () => document.documentElement.dir === 'rtl';

/** Ranges of the document by the name of their mark. */
const highlightsOf = (
  placed: readonly (PlacedNote & { dom: Range })[],
  here: string | null,
): Map<HighlightName, Range[]> => {
  const highlights = new Map<HighlightName, Range[]>();
  const add = (name: HighlightName, range: Range) =>
    highlights.set(name, [...(highlights.get(name) ?? []), range]);
  for (const { note, dom, by } of placed) {
    if (by === 'passage') add(`note-${note.category}`, dom);
    if (by === 'sentence') add(`note-${note.category}-pair`, dom);
    if (note.id === here) add('note-here', dom);
  }
  return highlights;
};

/** Notes of one text by where they begin, those on one line together. */
const marksOf = (placed: readonly (PlacedNote & { dom: Range })[], frame: Element): Mark[] => {
  const base = frame.getBoundingClientRect().top;
  const tops = placed
    .flatMap(({ note, dom }) => {
      const first = dom.getClientRects()[0];
      return first ? [{ note, top: first.top - base + first.height / 2 }] : [];
    })
    .toSorted((one, other) => one.top - other.top);
  const marks: { top: number; notes: Note[] }[] = [];
  for (const { note, top } of tops) {
    const last = marks.at(-1);
    if (last && top - last.top < MARK_ROOM) last.notes.push(note);
    else marks.push({ top, notes: [note] });
  }
  return marks;
};

/**
 * The notes on a text of the reader: marks on their passages and in the margin, and, for a passage that is selected, a new note (RDR-NOTES-09).
 * It reads the text as it stands in the document and changes nothing of it.
 */
export const NotesOnText = ({ document: book, page, version, items }: ReadText) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [params, setParams] = useSearchParams();
  const host = useRef<HTMLDivElement>(null);
  const { notes, retry } = useNotes(book.key);

  const text = useMemo(() => pageTextOf(items), [items]);
  const placed = useMemo(() => placeNotes(notes ?? [], page, version, text), [notes, page, version, text]);
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [open, setOpen] = useState<readonly string[]>([]);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [selected, setSelected] = useState<Selected | null>(null);
  const [here, setHere] = useState<string | null>(null);

  const frameOf = () => host.current?.closest('[data-text]') ?? null;
  const shownIn = useCallback(
    (frame: Element) => {
      const dom = readDom(frame, text);
      return placed.flatMap((one) => {
        const range = rangeOf(dom, one.range);
        return range ? [{ ...one, dom: range }] : [];
      });
    },
    [placed, text],
  );

  // Where a note stands is asked for again when the page has changed: its text has moved it.
  const revision = useRef(page.revision);
  useEffect(() => {
    if (revision.current !== page.revision) retry();
    revision.current = page.revision;
  }, [page.revision, retry]);

  useLayoutEffect(() => {
    const frame = frameOf();
    if (!frame) return undefined;
    const owner = {};
    let frameRequest = 0;
    const show = () => {
      const shown = shownIn(frame);
      showHighlights(owner, highlightsOf(shown, here));
      setMarks(marksOf(shown, frame));
    };
    const soon = () => {
      cancelAnimationFrame(frameRequest);
      frameRequest = requestAnimationFrame(show);
    };
    show();
    // Pictures come, formulas are set, the window changes: marks go with their words.
    const sizes = new ResizeObserver(soon);
    sizes.observe(frame);
    return () => {
      cancelAnimationFrame(frameRequest);
      sizes.disconnect();
      hideHighlights(owner);
    };
  }, [shownIn, here]);

  useEffect(() => {
    const frame = frameOf();
    if (!frame) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setOffer(isPressed ? null : offerFor(frame)), REST_MS);
    };
    const offerFor = (root: Element): Offer | null => {
      const selection = window.getSelection();
      if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
      const range = selection.getRangeAt(0);
      if (!root.contains(range.startContainer)) return null;
      const inside = range.cloneRange();
      if (!root.contains(range.endContainer) && root.lastChild) inside.setEndBefore(root.lastChild);
      const found = toTextRange(readDom(root, text), text.text, inside);
      const last = [...range.getClientRects()].at(-1);
      if (!found || !last) return null;
      const box = root.getBoundingClientRect();
      return {
        range: found,
        top: Math.min(last.bottom - box.top, box.height),
        inlineStart: isRtl() ? box.right - last.right : last.left - box.left,
      };
    };
    const onDown = (event: Event) => {
      isPressed = !(event.target instanceof Element && event.target.closest('.note-offer'));
    };
    const onUp = () => {
      isPressed = false;
      look();
    };
    // What was selected before this was listening is offered too.
    look();
    document.addEventListener('selectionchange', look);
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
    };
  }, [text]);

  // A press on a marked passage shows its notes; links, and a selection being made, come first.
  useEffect(() => {
    const frame = frameOf();
    if (!frame) return undefined;
    const onClick = (event: Event) => {
      if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return;
      if (event.target.closest('a, button, input') || window.getSelection()?.isCollapsed === false) return;
      const { clientX: x, clientY: y } = event;
      const at = placeUnder(readDom(frame, text), x, y);
      if (at === null) return;
      const under = shownIn(frame).filter(
        ({ range, dom, by }) =>
          by !== 'item' &&
          at >= range.start &&
          at <= range.end &&
          [...dom.getClientRects()].some(
            (box) => x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 4 && y <= box.bottom + 4,
          ),
      );
      if (under.length > 0) setOpen(under.map(({ note }) => note.id));
    };
    frame.addEventListener('click', onClick);
    return () => frame.removeEventListener('click', onClick);
  }, [shownIn, text]);

  // Someone comes from the list of notes to a passage: it is brought into sight, and its address forgets it.
  const wanted = params.get(NOTE_QUERY);
  useEffect(() => {
    const frame = frameOf();
    const found = wanted !== null && placed.some(({ note }) => note.id === wanted);
    if (!frame || !found) return undefined;
    const timer = setTimeout(() => {
      const range = shownIn(frame).find(({ note }) => note.id === wanted)?.dom;
      const box = range?.getBoundingClientRect();
      if (box) window.scrollTo({ top: window.scrollY + box.top - window.innerHeight / 3 });
      setHere(wanted);
      setParams(
        (now) => {
          now.delete(NOTE_QUERY);
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, placed, shownIn, setParams]);
  useEffect(() => {
    if (here === null) return undefined;
    const timer = setTimeout(() => setHere(null), HERE_MS);
    return () => clearTimeout(timer);
  }, [here]);

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
    // The dialog shows the passage; behind it nothing is left to offer.
    window.getSelection()?.removeAllRanges();
    setOffer(null);
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

  const shownNotes = placed.map(({ note }) => note).filter(({ id }) => open.includes(id));
  return (
    <div ref={host} className="notes-on-text">
      {marks.length > 0 ? (
        <ul aria-label={t('onPage')} dir={directionOf(version === 0 ? book.language : TARGET_LANGUAGE)}>
          {marks.map(({ top, notes: [first, ...more] }) =>
            first ? (
              <li key={first.id} style={{ insetBlockStart: `${top}px` }}>
                <button
                  type="button"
                  className="note-mark"
                  data-category={first.category}
                  aria-label={t('marker', {
                    count: more.length + 1,
                    total: number(more.length + 1),
                    category: t(`category.${first.category}`),
                  })}
                  title={first.user_note || first.text}
                  onClick={() => setOpen([first, ...more].map(({ id }) => id))}
                >
                  {more.length > 0 ? number(more.length + 1) : null}
                </button>
              </li>
            ) : null,
          )}
        </ul>
      ) : null}
      {offer && !selected ? (
        <div
          className="note-offer"
          role="toolbar"
          aria-label={t('select.bar')}
          style={{
            insetBlockStart: `${offer.top}px`,
            // It stays on the sheet, wherever the last line ends.
            insetInlineStart: `max(0px, min(${offer.inlineStart}px, 100% - 9rem))`,
          }}
          onPointerDown={(event) => event.preventDefault()}
        >
          <Button size="s" look="main" icon="note" onClick={take}>
            {t('select.take')}
          </Button>
        </div>
      ) : null}
      {selected ? <TakeNoteDialog selected={selected} onClose={() => setSelected(null)} /> : null}
      {shownNotes.length > 0 ? <NotesHere notes={shownNotes} onClose={() => setOpen([])} /> : null}
    </div>
  );
};
