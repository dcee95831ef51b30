import { useMedia } from './use-media.js';

/** Up to this width a screen counts as a phone, in pixels (RDR-SHELL-05). */
export const MOBILE_MAX = 768;

const PHONES = /Android|iPhone|iPad|iPod|Mobile|Opera Mini|IEMobile/i;

/** Whether this is a phone or tablet, by user agent or screen width (G46). */
export const useMobileDevice = (): boolean => {
  const narrow = useMedia(`(max-width: ${MOBILE_MAX}px)`);
  return narrow || PHONES.test(navigator.userAgent);
};
