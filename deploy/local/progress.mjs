import { StartError } from './start-error.mjs';

/**
 * @typedef {{ part: string, text: string, state?: 'doing' | 'done' | 'failed' | 'note' }} ProgressStep
 * @typedef {(step: ProgressStep) => void} OnProgress
 */

const MARKS = { doing: '·', done: '✓', failed: '✗', note: ' ' };

/** Prints one plain line for each step, so that a log file reads as well as a terminal. */
export function printProgress({ part, text, state = 'doing' }) {
  process.stdout.write(`${MARKS[state]} ${part.padEnd(13)} ${text}\n`);
}

/** @param {unknown} error anything thrown; a StartError says what to do as well */
export function printFailure(error) {
  if (error instanceof StartError) {
    process.stderr.write(`\n✗ ${error.part}: ${error.message}\n`);
    if (error.toDo) process.stderr.write(`  What to do: ${error.toDo}\n`);
    return;
  }
  process.stderr.write(`\n✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

/** Seconds since a `Date.now()` value, as people read them: "1.9 s". */
export const secondsSince = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`;
