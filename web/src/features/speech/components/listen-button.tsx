import { useTranslation } from 'react-i18next';
import type { PagePlace } from '../../../shared/lib/reader-slots.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import { isPlayable } from '../lib/player.js';
import { usePlayer } from '../lib/player-context.js';
import './listen-button.css';

/** Plays a page where it can be heard; says so where its audio is still being made (RDR-READER-62), and why it could not be. */
export const ListenButton = ({ page }: Pick<PagePlace, 'page'>) => {
  const { t } = useTranslation('speech');
  const { player, page: heard, state } = usePlayer();
  const { tts_audio_status: status, tts_failure: failure } = page;
  if (status === 'pending' || status === 'inprogress') {
    return (
      <span
        className="icon-btn listen-button"
        role="status"
        aria-label={t('inprogress')}
        title={t('inprogress')}
      >
        <Spinner size="s" />
      </span>
    );
  }
  if (status === 'failed' && failure) {
    const why = t(`failure.${failure}`);
    return (
      <IconButton
        className="listen-button"
        icon="warning"
        label={why}
        onClick={() => showMessage('info', why)}
      />
    );
  }
  if (!isPlayable(page)) return null;
  const isHeard = heard?.id === page.id;
  const isPlaying = isHeard && (state === 'playing' || state === 'buffering' || state === 'loading');
  return (
    <IconButton
      className="listen-button"
      icon={isPlaying ? 'pause' : 'sound'}
      label={t(isPlaying ? 'pausePage' : 'playPage')}
      onClick={() => (isHeard ? player.toggle() : player.play(page))}
    />
  );
};
