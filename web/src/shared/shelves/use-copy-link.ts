import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText, shareLink } from '../lib/share-link.js';
import { showMessage } from '../ui/messages.js';

/** How long a button shows that it has copied, in milliseconds (accounts-and-library.txt §9). */
const COPIED_MS = 2000;

type DoneMessage = 'done.copied' | 'done.documentCopied';

/** Copies or shares links and reports the result; `copied` is true for two seconds after copying. */
export const useCopyLink = (done: DoneMessage) => {
  const { t } = useTranslation('shelves');
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const report = (isCopied: boolean): void => {
    if (!isCopied) {
      showMessage('alert', t('failed.copy'), { about: done });
      return;
    }
    showMessage('success', t(done), { about: done });
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };

  return {
    copied,
    copy: async (link: string) => report(await copyText(link)),
    /** On narrow screens opens the device's share sheet, which needs no message. */
    share: async (path: string, title: string) => {
      const result = await shareLink(path, title);
      if (result !== 'shared') report(result === 'copied');
    },
  };
};
