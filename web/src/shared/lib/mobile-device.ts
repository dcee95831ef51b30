import { useMedia } from './use-media.js';

/** Up to this width a screen is a telephone's, in pixels (RDR-SHELL-05). */
export const MOBILE_MAX = 768;

const PHONES = /Android|iPhone|iPad|iPod|Mobile|Opera Mini|IEMobile/i;

/** Whether this is a telephone or a tablet: by what the browser says it is, or by the width of its screen (decisions.md G46). */
export const useMobileDevice = (): boolean => {
  const narrow = useMedia(`(max-width: ${MOBILE_MAX}px)`);
  return narrow || PHONES.test(navigator.userAgent);
};
