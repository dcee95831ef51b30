import type { Page } from 'playwright-core';

/** Measurements of a load with an empty cache. */
export type FirstLoad = {
  /** Compressed bytes of JavaScript. */
  scriptBytes: number;
  /** Cumulative layout shift, as Chromium counts it. */
  shift: number;
  /** How many files of this screen boot.js requested before the application had loaded. */
  preloaded: number;
};

const WATCH_SHIFT = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Counts the screen files, listed in the page by the build, that were requested before the application's first API call. */
const PRELOADED = `(() => {
  const entries = performance.getEntriesByType('resource');
  const firstCall = Math.min(...entries.filter(({ name }) => name.includes('/api/')).map(({ startTime }) => startTime));
  const ofScreens = new Set([...document.querySelectorAll('meta[name=screen]')].flatMap(({ content }) => content.split(' ').slice(1)));
  return entries.filter(({ name, startTime }) => ofScreens.has(new URL(name).pathname) && startTime < firstCall).length;
})()`;

/** Opens an address and waits for its heading and for the network to be idle. */
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
    preloaded: await page.evaluate<number>(PRELOADED),
  };
}
