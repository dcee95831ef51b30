/** Up to this width the device's share sheet is used, in pixels (accounts-and-library.txt §9). */
export const NATIVE_SHARE_MAX = 960;

/** Copies a text. Returns false where the browser refuses: without permission, or without TLS. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Shares an address of this site: with the device's own sheet on narrow screens, else by copying it.
 * `shared` covers a sheet that the person closed: they have seen it.
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
