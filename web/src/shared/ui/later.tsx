import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showMessage } from './messages.js';

/**
 * A component whose code comes when it is first drawn, or before, with `bring`. Unlike `lazy` it is drawn at once where the code is there,
 * and a failed attempt is a message and not the end of the screen: the next one may do.
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
      if (isThere) return;
      bring().then(
        () => setThere(true),
        () => showMessage('alert', t('client.NO_ANSWER')),
      );
    }, [isThere, t]);
    return code && isThere ? createElement(code, props) : null;
  };
  return Object.assign(Later, { bring });
};
