import { type RefObject, useEffect, useState } from 'react';
import { loadMath } from '../../../shared/text/typeset-math.js';

/** Resolves when the image has loaded or failed. */
const imageSettled = (image: HTMLImageElement): Promise<void> => {
  image.loading = 'eager';
  return image.complete
    ? Promise.resolve()
    : new Promise((resolve) => {
        image.addEventListener('load', () => resolve(), { once: true });
        image.addEventListener('error', () => resolve(), { once: true });
      });
};

/**
 * Renders the pages for printing one by one, so that the interface stays responsive; each waits for its images, the first also
 * for formulas and fonts. `host` holds the pages as `[data-print]`.
 */
export const usePrintPreparation = (host: RefObject<HTMLElement | null>, pageCount: number) => {
  const [readyCount, setReadyCount] = useState(0);
  const [renderedCount, setRenderedCount] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCancelled = false;
    const prepare = async () => {
      if (renderedCount === 1) {
        await loadMath();
        await document.fonts?.ready;
      }
      const page = host.current?.querySelector(`[data-print="${renderedCount - 1}"]`);
      await Promise.all([...(page?.querySelectorAll('img') ?? [])].map(imageSettled));
      if (isCancelled) return;
      setReadyCount(renderedCount);
      if (renderedCount < pageCount)
        setTimeout(() => setRenderedCount((now) => Math.max(now, renderedCount + 1)));
    };
    prepare().catch(() => {
      if (!isCancelled) setFailed(true);
    });
    return () => {
      isCancelled = true;
    };
  }, [host, renderedCount, pageCount]);
  return { readyCount, renderedCount, hasFailed, setFailed };
};
