import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import type { PagePlace } from '../../../shared/ui/reader-slots.js';
import type { MenuEntry } from '../../../shared/ui/menu.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { requestSpeech } from '../api/request-speech.js';

/** A menu entry for the owner to generate a page's audio again, for instance after its text has changed (RDR-READER-26). */
export const SpeechEntries = ({
  document,
  page,
  children,
}: PagePlace & { children: (entries: readonly MenuEntry[]) => ReactNode }) => {
  const { t } = useTranslation('speech');
  const { t: te } = useTranslation('errors');
  if (document.access.reason !== 'owner' || page.tts_audio_url === null) return children([]);
  const isRunning = page.tts_audio_status === 'pending' || page.tts_audio_status === 'inprogress';
  const request = async () => {
    try {
      await requestSpeech(page.id);
      showMessage('success', t('requested'), { about: page.id });
    } catch (error) {
      showMessage('alert', errorText(error, te), { about: page.id });
    }
  };
  return children([
    { label: t('request'), icon: 'refresh', disabled: isRunning, onSelect: () => void request() },
  ]);
};
