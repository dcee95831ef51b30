import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText, shareLink } from '../lib/share-link.js';
import { showMessage } from '../ui/messages.js';

/** How long a button shows that it has copied, in milliseconds (accounts-and-library.txt §9). */
const COPIED_MS = 2000;

type Said = 'done.copied' | 'done.documentCopied';

/** Copies or shares links and reports the result; `copied` is true for two seconds after copying. */
export const useCopyLink = (said: Said) => {
  const { t } = useTranslation('shelves');
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = (done: boolean): void => {
    if (!done) {
      showMessage('alert', t('failed.copy'), { about: said });
      return;
    }
    showMessage('success', t(said), { about: said });
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };

  return {
    copied,
    copy: async (link: string) => tell(await copyText(link)),
    /** On narrow screens opens the device's share sheet, which needs no message. */
    share: async (path: string, title: string) => {
      const result = await shareLink(path, title);
      if (result !== 'shared') tell(result === 'copied');
    },
  };
};
