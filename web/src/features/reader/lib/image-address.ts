import type { ReaderPage } from '@hamkhan/contracts/http/documents';

/** An address is renewed this long before its signature ends, in milliseconds. */
const MARGIN_MS = 20_000;

/** The address of a picture when it is one of this site; null for anything a hostile page could have put there. */
export const safeImage = (src: string | null | undefined): string | null => {
  if (!src || /[\p{Cc}\s\\]/u.test(src) || !URL.canParse(src, window.location.origin)) return null;
  const url = new URL(src, window.location.origin);
  return url.origin === window.location.origin && /^https?:$/.test(url.protocol) ? src : null;
};

/** The addresses of the pictures on a page; the same in all its texts. */
export const imageAddresses = (page: ReaderPage): string[] =>
  (page.content?.items ?? []).flatMap((item) => {
    const src = item.type === 'figure' || item.type === 'math' ? item.src : undefined;
    return src ? [src] : [];
  });

/** Whether the signature of an address (its `e`, in seconds) is over or nearly so; one that is not signed never is. */
export const isAddressOver = (src: string): boolean => {
  const expires = Number(/[?&]e=(\d{1,12})(?:&|$)/.exec(src)?.[1] ?? Number.NaN);
  return expires * 1000 < Date.now() + MARGIN_MS;
};
