import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import type { ReadPages } from '../../../shared/ui/reader-slots.js';
import { useShortcuts } from '../../../shared/lib/use-shortcuts.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { useMediaSession } from '../hooks/use-media-session.js';
import { useSpeechHighlight } from '../hooks/use-speech-highlight.js';
import { isPlayable, nextPlayable, type Player, type PlayerSnapshot, SKIP_SECONDS } from '../lib/player.js';
import { usePlayer } from '../lib/player-context.js';
import { PlayerBar } from './player-bar.js';

/** A page is ending when less than this remains, in seconds. */
const ENDING_SECONDS = 10;

/** Plays the next or previous playable page, and shows it. */
const usePageSteps = (player: Player, { pages, onPage }: Pick<ReadPages, 'pages' | 'onPage'>) => {
  const { t } = useTranslation('speech');
  const latest = useRef({ pages, onPage });
  useEffect(() => {
    latest.current = { pages, onPage };
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
  return { playNext, playPrevious };
};

/** Fetches the next page when this one starts and when it is about to end: its audio may be ready by now. */
const useNextPageRefresh = (
  { page, time, duration }: Pick<PlayerSnapshot, 'page' | 'time' | 'duration'>,
  { pages, onStale }: Pick<ReadPages, 'pages' | 'onStale'>,
): void => {
  const latest = useRef({ pages, onStale });
  useEffect(() => {
    latest.current = { pages, onStale };
  });
  const nextNumber = page === null ? null : page.page_number + 1;
  const isEnding = duration > 0 && duration - time < ENDING_SECONDS;
  useEffect(() => {
    const next = nextNumber === null ? undefined : latest.current.pages.get(nextNumber);
    if (next && !isPlayable(next)) latest.current.onStale(next.page_number);
  }, [nextNumber, isEnding]);
};

/** Reads a document aloud from page to page, once the user plays a page. */
export const Listening = ({ document, page: pageOnScreen, pages, onPage, onStale }: ReadPages) => {
  const { t } = useTranslation('speech');
  const { number } = useFormat();
  const { player, state, page, time, duration } = usePlayer();
  const { playNext, playPrevious } = usePageSteps(player, { pages, onPage });

  // The next playable page follows (RDR-TTS-06).
  useEffect(() => {
    if (state === 'ended') playNext();
  }, [state, playNext]);
  useNextPageRefresh({ page, time, duration }, { pages, onStale });
  useEffect(() => () => player.close(), [player]);

  const toggle = () => {
    const onScreen = pages.get(pageOnScreen - 1);
    if (page) player.toggle();
    else if (onScreen && isPlayable(onScreen)) player.play(onScreen);
    else showMessage('info', t('noAudio'));
  };
  useShortcuts({
    KeyP: toggle,
    ...(page ? { KeyJ: () => player.skip(-SKIP_SECONDS), KeyL: () => player.skip(SKIP_SECONDS) } : {}),
  });

  useSpeechHighlight(page, page === null ? null : time);
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
