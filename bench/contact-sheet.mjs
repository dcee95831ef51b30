/**
 * Writes page image and structured page side by side as PNG, for visual review:
 * `node bench/contact-sheet.mjs OUT-FOLDER [--pages 1,4-6 | --spread 6] FILE…`. The default is every PDF, DJVU and EPUB of the
 * corpus. Frames on the page image show the position of each item; abandoned items are grey. Needs Chromium
 * (CHROMIUM_PATH, default /usr/bin/chromium).
 */
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { buildTypescript } from '../deploy/local/build-typescript.mjs';
import { corpusFolder, measure } from './conversion/measure.mjs';
import { pageToHtml } from './structure/page-html.mjs';

const { values: options, positionals } = parseArgs({
  options: {
    pages: { type: 'string' },
    spread: { type: 'string', default: '4' },
    language: { type: 'string' },
  },
  allowPositionals: true,
});
const [outFolder, ...named] = positionals;
if (!outFolder) throw new Error('node bench/contact-sheet.mjs OUT-FOLDER [FILE…]');
await mkdir(outFolder, { recursive: true });
await buildTypescript();
const work = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
try {
  for (const file of named.length > 0 ? named : await corpusFiles()) await sheet(path.resolve(file));
} finally {
  await browser.close();
  await rm(work, { recursive: true, force: true });
}

async function corpusFiles() {
  const files = [];
  for (const group of ['pdf', 'scan', 'djvu', 'epub']) {
    const folder = corpusFolder(group);
    for (const name of folder ? (await readdir(folder)).sort() : [])
      if (/\.(?:pdf|djvu|epub)$/.test(name)) files.push(path.join(folder, name));
  }
  return files;
}

async function sheet(file) {
  const name = path.basename(file);
  const wanted = chosenPages(file);
  const out = path.join(work, 'pages.json');
  const script = path.join(import.meta.dirname, 'structure/convert.mjs');
  const language = options.language ?? name.slice(0, 2);
  measure(process.execPath, [script, file, language, out, wanted.join(',')]);
  const pages = JSON.parse(await readFile(out, 'utf8'));
  const view = await browser.newPage({ viewport: { width: 1640, height: 1200 } });
  for (const page of pages) {
    const picture = pictureOf(file, page.pageNumber);
    await view.setContent(pageToHtml(page, picture, language), { waitUntil: 'load' });
    const target = path.join(outFolder, `${name}.${String(page.pageNumber + 1).padStart(3, '0')}.png`);
    await view.screenshot({ path: target, fullPage: true });
    console.log(target);
  }
  await view.close();
}

function chosenPages(file) {
  const total = pageCount(file);
  if (options.pages)
    return options.pages.split(',').flatMap((part) => {
      const [from, to = from] = part.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);
    });
  const count = Math.min(total, Number(options.spread));
  return [...new Set(Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * total) / count)))];
}

function pageCount(file) {
  if (file.endsWith('.pdf')) return Number(/Pages:\s+(\d+)/.exec(measure('pdfinfo', [file]).stdout)?.[1]);
  if (file.endsWith('.djvu')) return Number(measure('djvused', ['-e', 'n', file]).stdout);
  return 12;
}

/** The page as a PNG; null for EPUB, which has no fixed pages. */
function pictureOf(file, pageNumber) {
  const page = String(pageNumber + 1);
  const root = path.join(work, 'page');
  if (file.endsWith('.pdf')) {
    measure('pdftoppm', ['-f', page, '-l', page, '-scale-to', '1130', '-png', '-singlefile', file, root]);
    return `${root}.png`;
  }
  if (file.endsWith('.djvu')) {
    measure('ddjvu', ['-format=pdf', `-page=${page}`, '-size=800x1130', file, `${root}.pdf`]);
    measure('pdftoppm', ['-scale-to', '1130', '-png', '-singlefile', `${root}.pdf`, root]);
    return `${root}.png`;
  }
  return null;
}
