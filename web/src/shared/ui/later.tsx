import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showMessage } from './messages.js';

/** Between attempts to fetch what is waited for, milliseconds. */
const AGAIN_MS = 3_000;

/**
 * A component whose code comes when it is first drawn, or before, with `bring`. Unlike `lazy` it is drawn at once where the code is there,
 * and a failed attempt is a message and not the end of the screen: it is fetched again for as long as it is waited for.
 */
export const later = <Props extends object>(fetchCode: () => Promise<ComponentType<Props>>) => {
  let code: ComponentType<Props> | null = null;
  const bring = async (): Promise<void> => {
    code ??= await fetchCode();
  };
  const Later = (props: Props) => {
    const { t } = useTranslation('errors');
    const [isThere, setThere] = useState(code !== null);
    useEffect(() => {
      if (isThere) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isWanted = true;
      const fetchIt = async (isFirst: boolean): Promise<void> => {
        try {
          await bring();
          setThere(true);
        } catch {
          if (isFirst) showMessage('alert', t('client.NO_ANSWER'));
          if (isWanted) timer = setTimeout(() => void fetchIt(false), AGAIN_MS);
        }
      };
      void fetchIt(true);
      return () => {
        isWanted = false;
        clearTimeout(timer);
      };
    }, [isThere, t]);
    return code && isThere ? createElement(code, props) : null;
  };
  return Object.assign(Later, { bring });
};
