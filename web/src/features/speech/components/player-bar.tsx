import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Menu } from '../../../shared/ui/menu.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import { type PlayerProblem, SKIP_SECONDS, SPEEDS, VOLUME_STEP } from '../lib/player.js';
import { usePlayer } from '../lib/player-context.js';
import './player-bar.css';

const useClock = () => {
  const { digits } = useFormat();
  return (seconds: number): string => {
    const whole = Math.max(0, Math.floor(seconds));
    return digits(`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`);
  };
};

const Problem = ({ problem }: { problem: PlayerProblem }) => {
  const { t } = useTranslation('speech');
  const text = problem.kind === 'blocked' ? t('problem.blocked') : t(`problem.${problem.kind}`);
  const why = problem.kind !== 'blocked' && problem.media ? ` ${t(`problem.media.${problem.media}`)}` : '';
  return (
    <p className="player-bar__problem" role="alert">
      {text}
      {why}
    </p>
  );
};

export type PlayerBarProps = {
  page: ReaderPage;
  /** Shows the page that is heard. */
  onShow: () => void;
  onNext: () => void;
};

/** What is heard, how far it is, and how it is heard (RDR-TTS-01). */
export const PlayerBar = ({ page, onShow, onNext }: PlayerBarProps) => {
  const { t } = useTranslation('speech');
  const { number } = useFormat();
  const clock = useClock();
  const { player, state, at, length, speed, volume, problem } = usePlayer();
  const isBusy = state === 'loading' || state === 'buffering';
  const isPlaying = state === 'playing' || state === 'buffering';
  const speedName = (value: number) => t('speedOf', { speed: number(value) });
  return (
    <section className="player-bar" aria-label={t('player')} data-state={state}>
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
      <div className="player-bar__seek">
        <span className="num">{clock(at)}</span>
        <input
          type="range"
          min={0}
          max={length}
          step={0.1}
          value={Math.min(at, length)}
          disabled={length === 0}
          aria-label={t('place')}
          aria-valuetext={t('placeOf', { at: clock(at), length: clock(length) })}
          onChange={(event) => player.seek(Number(event.target.value))}
        />
        <span className="num">{clock(length)}</span>
      </div>
      <div className="player-bar__tools">
        <button type="button" className="btn btn--plain btn--small player-bar__page" onClick={onShow}>
          {t('page', { page: number(page.page_number + 1) })}
        </button>
        <IconButton
          icon="skip-back"
          label={t('back', { seconds: number(SKIP_SECONDS) })}
          onClick={() => player.skip(-SKIP_SECONDS)}
        />
        <IconButton
          icon="skip-forward"
          label={t('forward', { seconds: number(SKIP_SECONDS) })}
          onClick={() => player.skip(SKIP_SECONDS)}
        />
        <IconButton icon="forward" label={t('nextPage')} onClick={onNext} />
        <Menu
          label={t('speed')}
          entries={SPEEDS.map((value) => ({
            label: speedName(value),
            checked: value === speed,
            onSelect: () => player.setSpeed(value),
          }))}
          trigger={(props) => (
            <button
              {...props}
              type="button"
              className="btn btn--plain btn--small num"
              aria-label={t('speedNow', { speed: speedName(speed) })}
              title={t('speed')}
            >
              {speedName(speed)}
            </button>
          )}
        />
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
      </div>
      <IconButton
        className="player-bar__close"
        icon="close"
        label={t('close')}
        onClick={() => player.close()}
      />
      {problem ? <Problem problem={problem} /> : null}
      {page.tts_failure ? <p className="player-bar__note">{t(`failure.${page.tts_failure}`)}</p> : null}
      {page.tts_outdated ? <p className="player-bar__note">{t('outdated')}</p> : null}
    </section>
  );
};
