/**
 * What a first visit costs on a slow telephone: `npm run bench:web`. Needs a built repository and Chromium, and starts its own
 * servers and services; WEB_VITALS_URL measures a running installation instead.
 *
 * Profile: 1.6 Mbit/s down, 150 ms round trip, a processor four times slower (Lighthouse's "slow 4G"), nothing in the cache. Each
 * screen is opened a few times; the median counts. Goals: LCP 2.5 s, CLS 0.1, 250 KB of compressed JavaScript; says MISSED
 * where one is not met, and ends with 0 all the same.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startProduct } from '../deploy/local/product.mjs';
import { onShutdown } from '../deploy/local/shutdown.mjs';

const SCREENS = ['/', '/user/login/', '/user/register/', '/page/about/'];
const ROUNDS = 3;
const GOALS = { lcp: 2_500, cls: 0.1, script: 250 * 1024 };
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

const WATCH = `window.vitals = { lcp: 0, cls: 0 };
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.vitals.lcp = one.startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.vitals.cls += one.value; })
  .observe({ type: 'layout-shift', buffered: true });`;

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

async function visit(browser, url) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(WATCH);
  const sizes = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes());
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const vitals = await page.evaluate('window.vitals');
  const bytes = await Promise.all(sizes);
  await context.close();
  return { ...vitals, script: bytes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) };
}

async function measure(origin) {
  const executablePath = PROGRAMS.find((program) => existsSync(program));
  if (!executablePath) throw new Error(`no Chromium at ${PROGRAMS.join(', ')}`);
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  try {
    for (const screen of SCREENS) {
      const visits = [];
      for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, origin + screen));
      const found = Object.fromEntries(
        Object.keys(GOALS).map((name) => [name, median(visits.map((one) => one[name]))]),
      );
      const missed = Object.keys(GOALS).filter((name) => found[name] > GOALS[name]);
      const text = [
        `LCP ${(found.lcp / 1_000).toFixed(2)} s`,
        `CLS ${found.cls.toFixed(3)}`,
        `JavaScript ${(found.script / 1024).toFixed(0)} KB`,
      ].join('   ');
      const verdict = missed.length > 0 ? `   MISSED ${missed.join(', ')}` : '';
      process.stdout.write(`${screen.padEnd(18)} ${text}${verdict}\n`);
    }
  } finally {
    await browser.close();
  }
}

if (process.env.WEB_VITALS_URL) {
  await measure(process.env.WEB_VITALS_URL.replace(/\/$/, ''));
} else {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
  const product = await startProduct({
    dataDir,
    portShift: 780,
    env: { LOG_LEVEL: 'warn', DEMO_USERNAME: 'bench', DEMO_PASSWORD: 'bench-of-hamkhan' },
    onStopper: onShutdown,
    onProgress: ({ part, text }) => process.stdout.write(`${part}: ${text}\n`),
  });
  try {
    await measure(product.url);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
