/**
 * Compares character error rate and speed of both OCR adapters with the tesseract program on the same images:
 * `npm run bench:ocr`. Uses the scans of the corpus with an exact transcription, else generated pages. Times are CPU seconds;
 * ours include deskewing, but not the start of a converter. Goals: error rate no worse, speed at least 0.9 of the program.
 */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildTypescript } from '../deploy/local/build-typescript.mjs';
import { corpusFolder, measure } from './conversion/measure.mjs';

const DPI = 300;
const LONG_SIDE = 3700;
const SPEED_GOAL = 0.9;
const NAMES = {
  en: 'eng',
  de: 'deu',
  zh: 'chi_sim',
  ru: 'rus',
  es: 'spa',
  fr: 'fra',
  ar: 'ara',
  pt: 'por',
  he: 'heb',
};
const dataDir = process.env.TESSDATA_DIR ?? '/usr/share/tesseract-ocr/5/tessdata';

await buildTypescript();
const folder = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
try {
  const pages = await pagesToRead();
  const list = path.join(folder, 'pages.json');
  await writeFile(list, JSON.stringify(pages));

  const program = { processor: 0, texts: [] };
  for (const { picture, language, dpi } of pages) {
    const args = [picture, 'stdout', '--tessdata-dir', dataDir, '-l', NAMES[language], '--dpi', String(dpi)];
    const run = measure('tesseract', args);
    program.processor += run.processor;
    program.texts.push(run.stdout);
  }
  const script = path.join(import.meta.dirname, 'conversion/recognise.mjs');
  const twice = path.join(folder, 'twice.json');
  // Each page twice in a row: a converter reads documents in one language, so that its worker does not restart between pages.
  await writeFile(twice, JSON.stringify(pages.flatMap((page) => [page, page])));
  // The time for twice the pages minus the time for the pages: a converter reads many pages, so its start does not count.
  const adapter = (engine) => {
    const once = measure(process.execPath, [script, engine, list]);
    const { processor } = measure(process.execPath, [script, engine, twice]);
    return { processor: processor - once.processor, texts: JSON.parse(once.stdout) };
  };
  const engines = [
    ['tesseract itself', program],
    ['adapter: native', adapter('native')],
    ['adapter: tesseract.js', adapter('js')],
  ];

  console.log(`${'errors in characters'.padEnd(38)}${engines.map(([name]) => name.padStart(24)).join('')}`);
  const sums = engines.map(() => 0);
  pages.forEach((page, i) => {
    const rates = engines.map(([, run]) => errorRate(run.texts[i], page.truth));
    rates.forEach((rate, e) => (sums[e] += rate / pages.length));
    console.log(
      page.name.padEnd(38) + rates.map((rate) => `${(rate * 100).toFixed(1)} %`.padStart(24)).join(''),
    );
  });
  console.log('mean'.padEnd(38) + sums.map((sum) => `${(sum * 100).toFixed(1)} %`.padStart(24)).join(''));
  const minutes = engines.map(([, run]) => (pages.length / run.processor) * 60);
  console.log(
    'pages for a processor minute'.padEnd(38) + minutes.map((rate) => rate.toFixed(1).padStart(24)).join(''),
  );
  engines.slice(1).forEach(([name], i) => {
    const speed = minutes[i + 1] / minutes[0];
    const isWorse = sums[i + 1] > sums[0] + 0.005;
    console.log(
      `${name}: speed ${speed.toFixed(2)} of the program${speed < SPEED_GOAL ? '  MISSED' : ''}, errors ${isWorse ? 'more  MISSED' : 'no more'}`,
    );
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @returns {Promise<{ name: string, picture: string, language: string, dpi: number, truth: string }[]>} */
async function pagesToRead() {
  const corpus = corpusFolder('scan');
  const names = corpus ? (await readdir(corpus)).filter((name) => name.endsWith('.truth.txt')) : [];
  const pages = [];
  for (const truthName of names) {
    const name = truthName.replace('.truth.txt', '');
    const truth = (await readFile(path.join(corpus, truthName), 'utf8')).split('\f')[0];
    pages.push(await render(path.join(corpus, name), name, name.slice(0, 2), truth));
  }
  return pages.length > 0 ? pages : ownPages();
}

async function ownPages() {
  const { makeScannedPdf } = await import('../packages/testing/dist/fixtures/make-scanned-pdf.js');
  const { knownText } = await import('../packages/testing/dist/fixtures/fixture-text.js');
  const { languagesWithFonts } = await import('../packages/testing/dist/fixtures/fixture-fonts.js');
  const pages = [];
  for (const language of languagesWithFonts()) {
    const file = path.join(folder, `${language}.pdf`);
    await writeFile(file, await makeScannedPdf({ language, pages: 1 }));
    const { runningHead, title, paragraphs, list } = knownText(language);
    const truth = [runningHead, title, ...paragraphs.slice(0, 2), ...list, '1'].join('\n');
    pages.push(await render(file, `generated, ${language}`, language, truth));
  }
  return pages;
}

async function render(file, name, language, truth) {
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(measure('pdfinfo', [file]).stdout) ?? [];
  const dpi = Math.max(
    36,
    Math.min(DPI, Math.floor((LONG_SIDE * 72) / Math.max(Number(width), Number(height)))),
  );
  const root = path.join(folder, name.replace(/\W+/g, '-'));
  measure('pdftoppm', ['-f', '1', '-l', '1', '-r', String(dpi), '-gray', '-singlefile', file, root]);
  return { name, picture: `${root}.pgm`, language, dpi, truth };
}

/** Character error rate: Levenshtein distance relative to the length of the truth, whitespace collapsed. */
function errorRate(text, truth) {
  const clean = (value) => [...value.normalize('NFKC').replace(/\s+/gu, ' ').trim()];
  const a = clean(text);
  const b = clean(truth);
  let row = Uint32Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = new Uint32Array(b.length + 1);
    next[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length] / Math.max(1, b.length);
}
