import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu } from '../../../shared/ui/menu.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import { type PlayerError, SKIP_SECONDS, SPEEDS, VOLUME_STEP } from '../lib/player.js';
import { usePlayer } from '../lib/player-context.js';
import './player-bar.css';

/** Formats seconds as minutes and seconds. */
const useClock = () => {
  const { digits } = useFormat();
  return (seconds: number): string => {
    const whole = Math.max(0, Math.floor(seconds));
    return digits(`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`);
  };
};

const PlaybackError = ({ error }: { error: PlayerError }) => {
  const { t } = useTranslation('speech');
  const text = error.kind === 'blocked' ? t('problem.blocked') : t(`problem.${error.kind}`);
  const cause = error.kind !== 'blocked' && error.media ? ` ${t(`problem.media.${error.media}`)}` : '';
  return (
    <p className="player-bar__problem" role="alert">
      {text}
      {cause}
    </p>
  );
};

const PlayButton = () => {
  const { t } = useTranslation('speech');
  const { player, state } = usePlayer();
  const isBusy = state === 'loading' || state === 'buffering';
  const isPlaying = state === 'playing' || state === 'buffering';
  return (
    <button
      type="button"
      className="icon-btn player-bar__play"
      aria-label={t(isPlaying ? 'pause' : 'play')}
      title={t(isPlaying ? 'pause' : 'play')}
      aria-busy={isBusy || undefined}
      disabled={state === 'loading'}
      onClick={() => player.toggle()}
    >
      {isBusy ? <Spinner size="s" /> : <Icon name={isPlaying ? 'pause' : 'play'} />}
    </button>
  );
};

const SeekSlider = () => {
  const { t } = useTranslation('speech');
  const clock = useClock();
  const { player, time, duration } = usePlayer();
  return (
    <div className="player-bar__seek">
      <span className="num">{clock(time)}</span>
      <input
        type="range"
        min={0}
        max={duration}
        step={0.1}
        value={Math.min(time, duration)}
        disabled={duration === 0}
        aria-label={t('place')}
        aria-valuetext={t('placeOf', { at: clock(time), length: clock(duration) })}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
      <span className="num">{clock(duration)}</span>
    </div>
  );
};

const SpeedMenu = () => {
  const { t } = useTranslation('speech');
  const { number } = useFormat();
  const { player, speed } = usePlayer();
  const nameOf = (value: number) => t('speedOf', { speed: number(value) });
  return (
    <Menu
      label={t('speed')}
      entries={SPEEDS.map((value) => ({
        label: nameOf(value),
        checked: value === speed,
        onSelect: () => player.setSpeed(value),
      }))}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="btn btn--plain btn--small num"
          aria-label={t('speedNow', { speed: nameOf(speed) })}
          title={t('speed')}
        >
          {nameOf(speed)}
        </button>
      )}
    />
  );
};

const VolumeSlider = () => {
  const { t } = useTranslation('speech');
  const { player, volume } = usePlayer();
  return (
    <label className="player-bar__volume">
      <Icon name="sound" size="s" />
      <input
        type="range"
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={volume}
        aria-label={t('volume')}
        onChange={(event) => player.setVolume(Number(event.target.value))}
      />
    </label>
  );
};

export type PlayerBarProps = {
  page: ReaderPage;
  /** Shows the page that plays. */
  onShow: () => void;
  onNext: () => void;
};

/** The audio player of a page (RDR-TTS-01). */
export const PlayerBar = ({ page, onShow, onNext }: PlayerBarProps) => {
  const { t } = useTranslation('speech');
  const { number } = useFormat();
  const { player, state, error } = usePlayer();
  const seconds = number(SKIP_SECONDS);
  return (
    <section className="player-bar" aria-label={t('player')} data-state={state}>
      <PlayButton />
      <SeekSlider />
      <div className="player-bar__tools">
        <button type="button" className="btn btn--plain btn--small player-bar__page" onClick={onShow}>
          {t('page', { page: number(page.page_number + 1) })}
        </button>
        <IconButton
          icon="skip-back"
          label={t('back', { seconds })}
          onClick={() => player.skip(-SKIP_SECONDS)}
        />
        <IconButton
          icon="skip-forward"
          label={t('forward', { seconds })}
          onClick={() => player.skip(SKIP_SECONDS)}
        />
        <IconButton icon="forward" label={t('nextPage')} onClick={onNext} />
        <SpeedMenu />
        <VolumeSlider />
      </div>
      <IconButton
        className="player-bar__close"
        icon="close"
        label={t('close')}
        onClick={() => player.close()}
      />
      {error ? <PlaybackError error={error} /> : null}
      {page.tts_failure ? <p className="player-bar__note">{t(`failure.${page.tts_failure}`)}</p> : null}
      {page.tts_outdated ? <p className="player-bar__note">{t('outdated')}</p> : null}
    </section>
  );
};
