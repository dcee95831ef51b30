import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository.mjs';

const SHOWN = 12;
const ALL_TIMES = path.join('.cache', 'test-times.json');

/** Prints the slowest files of a run and writes the seconds of every file to .cache/test-times.json. */
export function printSlowestFiles(results) {
  const files = results
    .flatMap((result) => result.files.map((one) => ({ ...one, project: result.project })))
    .sort((a, b) => b.seconds - a.seconds);
  if (files.length === 0) return;
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  writeFileSync(path.join(ROOT, ALL_TIMES), JSON.stringify(files, null, 1));
  const lines = files
    .slice(0, SHOWN)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  const sums = results.map(
    ({ project, files: own }) =>
      `${project} ${Math.round(own.reduce((sum, { seconds }) => sum + seconds, 0))} s`,
  );
  process.stdout.write(
    `\nSlowest files (all in ${ALL_TIMES})\n${lines.join('\n')}\nSum of the files: ${sums.join(', ')}\n`,
  );
}

/** @param {number} began when `npm test` began, in milliseconds since the epoch */
export function printDuration(began) {
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(`\nRan in ${Math.floor(seconds / 60)} min ${seconds % 60} s\n`);
}
