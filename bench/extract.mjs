/**
 * Compares PDF text extraction with poppler's `pdftotext -bbox-layout` and @opendataloader/pdf (needs Java) on the same file:
 * `npm run bench:extract [FILE]`. The default is the longest book of the corpus, or a generated PDF of 300 pages. Times are
 * CPU seconds including start and end of the process. Ours include structure (columns, headings, lists, tables), once without
 * and once with extracted images. Goals: faster than @opendataloader/pdf, memory under 400 MB for any length.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildTypescript } from '../deploy/local/build-typescript.mjs';
import { corpusFolder, measure, median } from './conversion/measure.mjs';

const ROUNDS = 3;
const MEMORY_GOAL_MB = 400;
/** The flags of sandbox-launcher.ts. */
const SANDBOX_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=900'];

await buildTypescript();
const folder = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
try {
  const file = process.argv[2] ? path.resolve(process.argv[2]) : await longestBook();
  const pages = Number(/Pages:\s+(\d+)/.exec(measure('pdfinfo', [file]).stdout)?.[1]);
  const script = path.join(import.meta.dirname, 'conversion/convert-pdf.mjs');
  const runs = Array.from({ length: ROUNDS }, () => ({
    poppler: measure('pdftotext', ['-bbox-layout', file, path.join(folder, 'out.html')]),
    text: measure(process.execPath, [...SANDBOX_FLAGS, script, file, 'text']),
  }));
  const full = measure(process.execPath, [...SANDBOX_FLAGS, script, file, 'full']);
  const theirs = measureOpenDataLoader(file);
  const poppler = median(runs.map((run) => run.poppler.processor));
  const text = median(runs.map((run) => run.text.processor));
  const result = JSON.parse(runs.at(-1).text.stdout);
  const rate = (seconds) => (pages / seconds).toFixed(0).padStart(5);

  console.log(`${path.basename(file)}, ${pages} pages`);
  console.log(`pdftotext -bbox-layout    ${rate(poppler)} pages for a processor second`);
  console.log(`Hamkhan, text             ${rate(text)} pages for a processor second`);
  console.log(`Hamkhan, with pictures    ${rate(full.processor)} pages for a processor second`);
  console.log(
    `@opendataloader/pdf       ${rate(theirs.processor)} pages for a processor second, start of Java included`,
  );
  console.log(`ratio to pdftotext        ${(poppler / text).toFixed(2)}`);
  console.log(
    `ratio to opendataloader   ${(theirs.processor / text).toFixed(2)}${theirs.processor > text ? '' : '  MISSED'}`,
  );
  console.log(`first page after          ${result.firstMs} ms`);
  const memory = JSON.parse(full.stdout).rssMb;
  console.log(
    `memory                    ${memory} MB (goal: under ${MEMORY_GOAL_MB})${memory < MEMORY_GOAL_MB ? '' : '  MISSED'}`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs @opendataloader/pdf with the options of bench/structure.mjs. */
function measureOpenDataLoader(file) {
  const jar = path.join(
    import.meta.dirname,
    '../node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar',
  );
  const args = ['--format', 'markdown', '--table-method', 'cluster', '--image-output', 'off', '--quiet'];
  return measure('java', ['-Djava.awt.headless=true', '-jar', jar, '--output-dir', folder, ...args, file]);
}

async function longestBook() {
  const corpus = corpusFolder('pdf');
  if (corpus) {
    const files = (await readdir(corpus))
      .filter((name) => name.endsWith('.pdf'))
      .map((name) => path.join(corpus, name));
    const counted = files.map((name) => ({
      name,
      pages: Number(/Pages:\s+(\d+)/.exec(measure('pdfinfo', [name]).stdout)?.[1]),
    }));
    return counted.sort((a, b) => b.pages - a.pages)[0].name;
  }
  const { makeLongPdf } = await import('../packages/testing/dist/fixtures/make-long-pdf.js');
  const file = path.join(folder, 'long.pdf');
  await writeFile(file, await makeLongPdf(300));
  return file;
}
