import type { Page } from 'playwright-core';

/** What a browser that has nothing in its cache fetches and sees. */
export type FirstLoad = {
  /** Bytes of JavaScript as they came over the line. */
  scriptBytes: number;
  /** Cumulative layout shift, as Chromium counts it. */
  shift: number;
};

const WATCH_SHIFT = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Opens an address in a fresh page and waits until its heading stands and nothing more is fetched. */
export async function firstLoad(page: Page, url: string): Promise<FirstLoad> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.addInitScript(WATCH_SHIFT);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const bytes = await Promise.all(sizes);
  return {
    scriptBytes: bytes.reduce((sum, one) => sum + one, 0),
    shift: await page.evaluate<number>('window.layoutShift'),
  };
}
