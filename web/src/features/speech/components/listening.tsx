import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import type { ReadPages } from '../../../shared/lib/reader-slots.js';
import { useShortcuts } from '../../../shared/lib/use-shortcuts.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { useMediaSession } from '../hooks/use-media-session.js';
import { useSpokenMark } from '../hooks/use-spoken-mark.js';
import { isPlayable, nextPlayable, SKIP_SECONDS } from '../lib/player.js';
import { usePlayer } from '../lib/player-context.js';
import { PlayerBar } from './player-bar.js';

/** Near the end of a page, in seconds. */
const ENDING_SECONDS = 10;

/** Reads a document aloud from page to page, once one of its pages is to be heard. */
export const Listening = ({ document, page: read, pages, onPage, onStale }: ReadPages) => {
  const { t } = useTranslation('speech');
  const { number } = useFormat();
  const { player, state, page, at, length } = usePlayer();
  const latest = useRef({ pages, onPage, onStale });
  useEffect(() => {
    latest.current = { pages, onPage, onStale };
  });

  const playFrom = useCallback(
    (by: 1 | -1) => {
      const from = player.snapshot().page;
      const next = from && nextPlayable(latest.current.pages, from.page_number, by);
      if (!next) {
        showMessage('info', t('noMore'));
        return;
      }
      latest.current.onPage(next.page_number + 1);
      player.play(next);
    },
    [player, t],
  );
  const playNext = useCallback(() => playFrom(1), [playFrom]);
  const playPrevious = useCallback(() => playFrom(-1), [playFrom]);

  // At the end of a page the next one that can be heard follows (RDR-TTS-06).
  useEffect(() => {
    if (state === 'ended') playNext();
  }, [state, playNext]);
  // Audio may have been made since the next page was fetched: it is looked for once this page is heard, and again near its end.
  const following = page === null ? null : page.page_number + 1;
  const isEnding = length > 0 && length - at < ENDING_SECONDS;
  useEffect(() => {
    const next = following === null ? undefined : latest.current.pages.get(following);
    if (next && !isPlayable(next)) latest.current.onStale(next.page_number);
  }, [following, isEnding]);
  // Another document is another voice.
  useEffect(() => () => player.close(), [player]);

  const toggle = () => {
    const here = pages.get(read - 1);
    if (page) player.toggle();
    else if (here && isPlayable(here)) player.play(here);
    else showMessage('info', t('noAudio'));
  };
  useShortcuts({
    KeyP: toggle,
    ...(page ? { KeyJ: () => player.skip(-SKIP_SECONDS), KeyL: () => player.skip(SKIP_SECONDS) } : {}),
  });

  useSpokenMark(page, page === null ? null : at);
  useMediaSession(player, {
    title: page ? t('page', { page: number(page.page_number + 1) }) : '',
    artist: document.title || document.original_title,
    state,
    onNext: playNext,
    onPrevious: playPrevious,
  });
  if (page === null) return null;
  return <PlayerBar page={page} onShow={() => onPage(page.page_number + 1)} onNext={playNext} />;
};
