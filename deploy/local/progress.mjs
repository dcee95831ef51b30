import { StartError } from './start-error.mjs';

/**
 * @typedef {{ part: string, text: string, state?: 'doing' | 'done' | 'failed' | 'note' }} ProgressStep
 * @typedef {(step: ProgressStep) => void} OnProgress
 */

const MARKS = { doing: '·', done: '✓', failed: '✗', note: ' ' };

/** Prints one plain line a step, which reads the same in a terminal and in a log file. */
export function printProgress({ part, text, state = 'doing' }) {
  process.stdout.write(`${MARKS[state]} ${part.padEnd(13)} ${text}\n`);
}

/** @param {unknown} error anything thrown; for a StartError it also prints what to do */
export function printFailure(error) {
  if (error instanceof StartError) {
    process.stderr.write(`\n✗ ${error.part}: ${error.message}\n`);
    if (error.toDo) process.stderr.write(`  What to do: ${error.toDo}\n`);
    return;
  }
  process.stderr.write(`\n✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

/** Seconds since a `Date.now()` value, for display: "1.9 s". */
export const secondsSince = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`;
