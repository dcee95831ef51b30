import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/share-link.js';
import { IconButton } from './icon-button.js';
import { showMessage, SNACKBAR_MS } from './messages.js';

export type CopyButtonProps = {
  /** Text for the clipboard. */
  text: string;
  /** Accessible name of the button. */
  label: string;
  /** Message after copying. */
  copied: string;
};

/** Copies a text; shows a check mark and a message for two seconds (ACC-SHELL-32). */
export const CopyButton = ({ text, label, copied }: CopyButtonProps) => {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    if (!(await copyText(text))) {
      showMessage('alert', t('copyFailed'), { about: text });
      return;
    }
    showMessage('success', copied, { durationMs: SNACKBAR_MS, about: text });
    setDone(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), SNACKBAR_MS);
  };

  return (
    <IconButton
      icon={done ? 'check' : 'copy'}
      label={label}
      data-copied={done || undefined}
      onClick={() => void copy()}
    />
  );
};
