/** Up to this width the device's share sheet is used, in pixels (accounts-and-library.txt §9). */
export const NATIVE_SHARE_MAX = 960;

/** Copies a text to the clipboard; false if the browser refuses, without permission or without TLS. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Shares a path of this site: with the share sheet of the device on narrow screens, else by copying the URL.
 * Closing the share sheet also counts as `shared`.
 */
export const shareLink = async (path: string, title: string): Promise<'shared' | 'copied' | 'failed'> => {
  const url = new URL(path, window.location.origin).href;
  if (window.matchMedia(`(max-width: ${NATIVE_SHARE_MAX}px)`).matches && 'share' in navigator) {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  return (await copyText(url)) ? 'copied' : 'failed';
};
