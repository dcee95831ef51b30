/**
 * Measures the reader in a browser with a book of 1,000 pages: `npm run bench:reader`. Needs a built repository and Chromium. API calls
 * are answered from memory, so that only the reader is measured.
 *
 * 1. Time from navigation to the first readable page, with an empty and with a warm browser cache.
 * 2. Page turns: time from the key to the frame that shows the next page, with all pages loaded.
 * 3. Continuous view: dropped frames while scrolling at the speed of a hand, compared with an empty page of the same height; then from
 *    the first page to the last; and the memory of the renderer process.
 *
 * Wall-clock times depend on the load of the machine; CPU times of the main thread hardly do.
 *
 * Prints MISSED for a goal that is not met; the exit code is 0 in any case.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { serveBook } from './reader/serve-book.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const DIST = process.env.READER_DIST ?? path.join(ROOT, 'web/dist');
const PAGES = 1_000;
const KEY = 'walden0001';
const ROUNDS = 3;
const TURNS = 100;
const GOALS = { turn: 50, memory: 300 };
/** Scrolling speed of a hand in pixels per second; number of frames for scrolling from end to end. */
const HAND = 3_000;
const HAND_SECONDS = 8;
const PASS_FRAMES = 900;
const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

const WATCH = `localStorage.setItem('language', 'fa');
localStorage.setItem('guides_shown', '{"document_view":true}');
new MutationObserver((_, self) => {
  if (!document.querySelector('.page-items')?.textContent) return;
  self.disconnect();
  requestAnimationFrame(() => { window.readableAt = performance.now(); });
}).observe(document, { childList: true, subtree: true });`;

/** Runs in the page. Milliseconds from each key to the frame that shows another page. */
const turnPages = async (turns) => {
  const times = [];
  const sheet = () => document.querySelector('[data-sheet]')?.getAttribute('data-sheet');
  const frame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  for (let turn = 0; turn < turns; turn += 1) {
    await frame();
    const [before, began] = [sheet(), performance.now()];
    window.dispatchEvent(
      new globalThis.KeyboardEvent('keydown', { key: 'ArrowLeft', code: 'ArrowLeft', bubbles: true }),
    );
    while (sheet() === before) await frame();
    await frame();
    times.push(performance.now() - began);
  }
  return times;
};

/** Runs in the page. Scrolls by `step` pixels in each frame; every 1/60 s without a frame counts as a dropped frame. */
const scrollOn = ({ step, frames }) =>
  new Promise((resolve) => {
    const WHOLE = 1_000 / 60;
    const most = document.documentElement.scrollHeight - window.innerHeight;
    let [shown, dropped, last, worst] = [0, 0, performance.now(), 0];
    const next = (now) => {
      const took = now - last;
      last = now;
      if (shown > 0) {
        dropped += Math.max(0, Math.round(took / WHOLE) - 1);
        worst = Math.max(worst, took);
      }
      shown += 1;
      const at = Math.min(most, window.scrollY + step);
      window.scrollTo(0, at);
      if (shown < frames) globalThis.requestAnimationFrame(next);
      else resolve({ dropped, share: dropped / (dropped + shown), worst });
    };
    globalThis.requestAnimationFrame(next);
  });

const rank = (values, share) =>
  [...values].sort((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ];
const line = (what, value, goal = '') => process.stdout.write(`${what.padEnd(46)} ${value}${goal}\n`);
const verdict = (value, goal, unit) => `   goal ${goal} ${unit}: ${value <= goal ? 'met' : 'MISSED'}`;
const ms = (value) => `${value.toFixed(0)} ms`;
const percent = (share) => `${(share * 100).toFixed(1)} %`;

/** Memory of the renderer process in megabytes, with its proportional share of shared memory (PSS). */
async function memoryOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]),
  );
  await session.detach();
  return Math.max(...sizes.map((size) => Number(size ?? 0))) / 1_024;
}

/** A function that returns the CPU time of the page's main thread in milliseconds. */
async function clockOf(context, page) {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
}

async function open(context, url) {
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(url);
  await page.waitForFunction('window.readableAt !== undefined', undefined, { timeout: 60_000 });
  return page;
}

const loaded = (page, pages) =>
  page.waitForFunction(
    `document.querySelector('.reader-progress [role=progressbar]')?.getAttribute('aria-valuenow') === '${pages}'`,
    undefined,
    { timeout: 120_000 },
  );

async function firstPage(browser, url) {
  const [cold, warm] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const first = await open(context, url);
    cold.push(await first.evaluate('window.readableAt'));
    await loaded(first, PAGES);
    await first.waitForTimeout(1_500);
    await first.close();
    const second = await open(context, url);
    warm.push(await second.evaluate('window.readableAt'));
    await context.close();
  }
  line('First readable page, nothing kept', ms(rank(cold, 0.5)));
  line('First readable page, opened again', ms(rank(warm, 0.5)));
}

async function bareScroll(context, height) {
  const page = await context.newPage();
  await page.setContent(
    `<body style="margin:0"><div style="height:${height}px;background:linear-gradient(#fff,#ddd)"></div>`,
  );
  const found = await page.evaluate(scrollOn, { step: HAND / 60, frames: HAND_SECONDS * 60 });
  await page.close();
  return found;
}

const { url, stop } = await serveBook({ dist: DIST, pages: PAGES });
const executablePath = PROGRAMS.find((program) => existsSync(program));
if (!executablePath) throw new Error(`no Chromium at ${PROGRAMS.join(', ')}`);
const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
try {
  const address = `${url}/d/${KEY}/?p=1`;
  await firstPage(browser, address);

  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await open(context, address);
  await loaded(page, PAGES);
  const used = await clockOf(context, page);
  const atRest = await used();
  const turns = await page.evaluate(turnPages, TURNS);
  const turning = (await used()) - atRest;
  const usual = rank(turns, 0.5);
  line(`Turn of the page, ${TURNS} turns, half of them`, ms(usual), verdict(usual, GOALS.turn, 'ms'));
  line('Turn of the page, 95 of 100', ms(rank(turns, 0.95)));
  line('Turn of the page, processor', ms(turning / TURNS), verdict(turning / TURNS, GOALS.turn, 'ms'));

  await page.keyboard.press('c');
  await page.locator('.continuous').waitFor();
  await page.waitForTimeout(1_000);
  const beforeHand = await used();
  const hand = await page.evaluate(scrollOn, { step: HAND / 60, frames: HAND_SECONDS * 60 });
  const scrolling = (await used()) - beforeHand;
  const height = await page.evaluate('document.documentElement.scrollHeight');
  const bare = await bareScroll(context, height);
  line(
    'Frames dropped, scrolling by hand',
    `${percent(hand.share)}, a bare page ${percent(bare.share)}; longest ${ms(hand.worst)}, bare ${ms(bare.worst)}`,
  );
  line(
    'Scrolling by hand, processor for a frame',
    `${(scrolling / HAND_SECONDS / 60).toFixed(1)} ms of 16.7 ms`,
  );
  const pass = await page.evaluate(scrollOn, {
    step: Math.ceil(height / PASS_FRAMES),
    frames: PASS_FRAMES + 300,
  });
  line(
    `From page 1 to ${PAGES.toLocaleString('en')} in one go`,
    `${percent(pass.share)} of the frames dropped`,
  );
  await page.waitForFunction(`location.search === '?p=${PAGES}'`, undefined, { timeout: 20_000 });
  const drawn = await page.locator('.continuous__page').count();
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const memory = await memoryOf(browser);
  line('Pages drawn at the end', String(drawn));
  line('Memory of the page’s process', `${memory.toFixed(0)} MB`, verdict(memory, GOALS.memory, 'MB'));
  line('  of it JavaScript', `${(usedSize / 1_024 / 1_024).toFixed(0)} MB`);
} finally {
  await browser.close();
  await stop();
}
