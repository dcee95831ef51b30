/**
 * Scores reading order (NID), tables (TEDS) and headings (MHS) as opendataloader-bench defines them, for Hamkhan and for
 * @opendataloader/pdf (with the options of its own bench; needs Java), on every file of the corpus with a truth file:
 * `npm run bench:structure [-- PART-OF-A-NAME]`. `--keep FOLDER` keeps both Markdown texts and the truth for review.
 * Goals: a higher score than @opendataloader/pdf in all three on PDF files with a text layer, and a mean of at least 0.88.
 */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildTypescript } from '../deploy/local/build-typescript.mjs';
import { corpusFolder, measure } from './conversion/measure.mjs';
import { toMarkdown } from './structure/hamkhan-markdown.mjs';
import { headings, readingOrder, segmentsOf, tables } from './structure/scores.mjs';
import { bare, readTruth } from './structure/truth.mjs';

const GOAL = 0.88;
const SCORES = ['nid', 'teds', 'mhs'];
const GROUPS = { pdf: 'PDF with a text layer', scan: 'scans', epub: 'EPUB' };
/** Files whose truth another parser wrote (see README of the corpus): for comparison only. */
const BY_PARSER = ['redp5110', 'otsl', 'rtl01', 'poetry'];

const { values: options, positionals: wanted } = parseArgs({
  options: { keep: { type: 'string' }, only: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = options.keep
  ? path.resolve(options.keep)
  : await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
await mkdir(folder, { recursive: true });
await buildTypescript();
try {
  const results = [];
  for (const document of await documents()) results.push(await judge(document));
  report(results);
} finally {
  if (!options.keep) await rm(folder, { recursive: true, force: true });
}

async function documents() {
  const found = [];
  for (const group of Object.keys(GROUPS)) {
    const at = corpusFolder(group);
    if (!at) continue;
    for (const truth of (await readdir(at)).filter((name) => /\.truth\.\w+$/.test(name)).sort()) {
      const name = truth.replace(/\.truth\.\w+$/, '');
      if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
      found.push({ group, name, file: path.join(at, name), truth: path.join(at, truth) });
    }
  }
  if (found.length === 0) throw new Error('no document with a truth file: is CORPUS_DIR right?');
  return found;
}

async function judge({ group, name, file, truth }) {
  const expected = bare(await readTruth(truth));
  const [ours, seconds] = hamkhan(file, name);
  const texts = { ours: await ours };
  if (file.endsWith('.pdf') && !options.only) texts.theirs = await openDataLoader(file, name);
  await writeFile(path.join(folder, `${name}.truth.md`), expected);
  const isPlain = truth.endsWith('.txt');
  const scores = {};
  for (const [side, markdown] of Object.entries(texts)) {
    const clean = bare(markdown);
    await writeFile(path.join(folder, `${name}.${side}.md`), clean);
    scores[side] = score(expected, clean, isPlain);
  }
  return { group, name, seconds, ...scores };
}

function score(expected, found, isPlain) {
  const truth = segmentsOf(expected);
  const own = segmentsOf(found);
  // A transcription does not mark headings and tables, so marks in the result would count as differences.
  if (isPlain) return readingOrder(segmentsOf(withoutMarks(truth)), segmentsOf(withoutMarks(own)));
  return { ...readingOrder(truth, own), ...tables(truth, own), ...headings(truth, own) };
}

function withoutMarks(segments) {
  const lines = segments.flatMap((segment) =>
    'table' in segment ? segment.table.map((row) => row.join(' ')) : [segment.line.replace(/^#{1,6}\s+/, '')],
  );
  return lines.join('\n').replaceAll('|', ' ');
}

function hamkhan(file, name) {
  const out = path.join(folder, `${name}.json`);
  const script = path.join(import.meta.dirname, 'structure/convert.mjs');
  const run = measure(process.execPath, [script, file, name.slice(0, 2), out]);
  return [readFile(out, 'utf8').then((json) => toMarkdown(JSON.parse(json))), run.processor];
}

/** Runs @opendataloader/pdf as opendataloader-bench does: Markdown, tables by rules and by clusters, no images. */
async function openDataLoader(file, name) {
  const out = path.join(folder, 'opendataloader', name);
  const kept = path.join(out, name.replace(/\.pdf$/, '.md'));
  const known = await readFile(kept, 'utf8').catch(() => null);
  if (known !== null) return known;
  const jar = path.join(
    import.meta.dirname,
    '../node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar',
  );
  const args = ['--format', 'markdown', '--table-method', 'cluster', '--image-output', 'off', '--quiet'];
  measure('java', ['-Djava.awt.headless=true', '-jar', jar, '--output-dir', out, ...args, file]);
  return readFile(kept, 'utf8');
}

function report(results) {
  const cell = (value) => (value === null || value === undefined ? '-' : value.toFixed(3)).padStart(7);
  const row = (label, ours, theirs) =>
    `${label.padEnd(40)}${SCORES.map((key) => cell(ours[key])).join('')}  |${SCORES.map((key) => cell(theirs?.[key])).join('')}`;
  console.log(
    `${''.padEnd(40)}${'Hamkhan'.padStart(21)}  |${'@opendataloader/pdf'.padStart(21)}\n${row('', {}).replaceAll('      -', '').padEnd(40)}${SCORES.map((key) => key.toUpperCase().padStart(7)).join('')}`,
  );
  for (const [group, title] of Object.entries(GROUPS)) {
    const own = results.filter((result) => result.group === group);
    if (own.length === 0) continue;
    console.log(`\n${title}`);
    for (const { name, ours, theirs } of own) {
      const mark = BY_PARSER.some((part) => name.includes(part)) ? ' *' : '';
      const extra =
        ours.levels === null || ours.levels === undefined ? '' : `   levels ${ours.levels.toFixed(2)}`;
      console.log(
        row(name.slice(0, 38) + mark, ours, theirs) +
          extra +
          (theirs?.levels === null || theirs?.levels === undefined ? '' : ` | ${theirs.levels.toFixed(2)}`),
      );
    }
    const sides = [meansOf(own, 'ours'), meansOf(own, 'theirs')];
    console.log(row('mean', ...sides));
    console.log(
      `${'mean of the three'.padEnd(40)}${cell(overall(own, 'ours'))}${'|'.padStart(17)}${cell(overall(own, 'theirs'))}`,
    );
    if (group === 'pdf' && !options.only) verdict(sides, overall(own, 'ours'));
  }
  console.log('\n* truth written by another parser');
}

function meansOf(results, side) {
  return Object.fromEntries(SCORES.map((key) => [key, mean(results.map((result) => result[side]?.[key]))]));
}

/** The mean over documents of the mean of each document's scores, as opendataloader-bench computes it. */
function overall(results, side) {
  return mean(results.map((result) => mean(SCORES.map((key) => result[side]?.[key]))));
}

function mean(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function verdict([ours, theirs], whole) {
  const behind = SCORES.filter((key) => ours[key] !== null && ours[key] <= theirs[key]);
  console.log(behind.length === 0 ? 'ahead on each' : `behind on ${behind.join(', ')}  MISSED`);
  console.log(`mean of the three ${whole.toFixed(3)}, goal ${GOAL}${whole >= GOAL ? '' : '  MISSED'}`);
}
