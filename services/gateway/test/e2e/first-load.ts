import type { Page } from 'playwright-core';

/** What a browser that has nothing in its cache fetches and sees. */
export type FirstLoad = {
  /** Bytes of JavaScript as they came over the line. */
  scriptBytes: number;
  /** Cumulative layout shift, as Chromium counts it. */
  shift: number;
  /** How many files of this screen alone were asked for by boot.js, while the application was still on its way. */
  askedEarly: number;
};

const WATCH_SHIFT = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Of the names that the build wrote into the page for its screens, those that were asked for before the application spoke to the server. */
const ASKED_EARLY = `(() => {
  const entries = performance.getEntriesByType('resource');
  const firstCall = Math.min(...entries.filter(({ name }) => name.includes('/api/')).map(({ startTime }) => startTime));
  const ofScreens = new Set([...document.querySelectorAll('meta[name=screen]')].flatMap(({ content }) => content.split(' ').slice(1)));
  return entries.filter(({ name, startTime }) => ofScreens.has(new URL(name).pathname) && startTime < firstCall).length;
})()`;

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
    askedEarly: await page.evaluate<number>(ASKED_EARLY),
  };
}
