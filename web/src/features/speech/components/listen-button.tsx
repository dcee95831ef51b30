import { useTranslation } from 'react-i18next';
import type { PagePlace } from '../../../shared/ui/reader-slots.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import { isPlayable } from '../lib/player.js';
import { usePlayer } from '../lib/player-context.js';
import './listen-button.css';

/** Plays a page; shows when its audio is being generated (RDR-READER-62), and why it could not be. */
export const ListenButton = ({ page }: Pick<PagePlace, 'page'>) => {
  const { t } = useTranslation('speech');
  const { player, page: playing, state } = usePlayer();
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
    const reason = t(`failure.${failure}`);
    return (
      <IconButton
        className="listen-button"
        icon="warning"
        label={reason}
        onClick={() => showMessage('info', reason)}
      />
    );
  }
  if (!isPlayable(page)) return null;
  const isCurrent = playing?.id === page.id;
  const isPlaying = isCurrent && (state === 'playing' || state === 'buffering' || state === 'loading');
  return (
    <IconButton
      className="listen-button"
      icon={isPlaying ? 'pause' : 'sound'}
      label={t(isPlaying ? 'pausePage' : 'playPage')}
      onClick={() => (isCurrent ? player.toggle() : player.play(page))}
    />
  );
};
