import type { ReaderPage } from '@hamkhan/contracts/http/documents';

/** A signed address counts as expired this long before its signature ends, in milliseconds. */
const RENEWAL_MARGIN_MS = 20_000;

/** The address of an image on this site; null for any other, as page content is not trusted. */
export const safeImage = (src: string | null | undefined): string | null => {
  if (!src || /[\p{Cc}\s\\]/u.test(src) || !URL.canParse(src, window.location.origin)) return null;
  const url = new URL(src, window.location.origin);
  return url.origin === window.location.origin && /^https?:$/.test(url.protocol) ? src : null;
};

/** The image addresses of a page; its translations have the same images. */
export const imageAddresses = (page: ReaderPage): string[] =>
  (page.content?.items ?? []).flatMap((item) => {
    const src = item.type === 'figure' || item.type === 'math' ? item.src : undefined;
    return src ? [src] : [];
  });

/** Whether a signed address has expired, or is about to (`e` is in seconds); an unsigned one never expires. */
export const isAddressExpired = (src: string): boolean => {
  const expires = Number(/[?&]e=(\d{1,12})(?:&|$)/.exec(src)?.[1] ?? Number.NaN);
  return expires * 1000 < Date.now() + RENEWAL_MARGIN_MS;
};
