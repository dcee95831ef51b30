import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showMessage } from './messages.js';

const RETRY_MS = 3_000;

/**
 * A component whose code is fetched when it first renders, or before, with `load`. Unlike React's `lazy` it renders at once when the code
 * is there, and a failed fetch shows a message instead of an error screen: it is retried for as long as the component is mounted.
 */
export const lazyWithRetry = <Props extends object>(fetchCode: () => Promise<ComponentType<Props>>) => {
  let code: ComponentType<Props> | null = null;
  const load = async (): Promise<void> => {
    code ??= await fetchCode();
  };
  const Lazy = (props: Props) => {
    const { t } = useTranslation('errors');
    const [isLoaded, setLoaded] = useState(code !== null);
    useEffect(() => {
      if (isLoaded) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isMounted = true;
      const attempt = async (isFirst: boolean): Promise<void> => {
        try {
          await load();
          setLoaded(true);
        } catch {
          if (isFirst) showMessage('alert', t('client.NO_ANSWER'));
          if (isMounted) timer = setTimeout(() => void attempt(false), RETRY_MS);
        }
      };
      void attempt(true);
      return () => {
        isMounted = false;
        clearTimeout(timer);
      };
    }, [isLoaded, t]);
    return code && isLoaded ? createElement(code, props) : null;
  };
  return Object.assign(Lazy, { load });
};
