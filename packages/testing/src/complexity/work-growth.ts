/** More work than this for twice the input is not linear: n log n stays below, n² does 4 times as much. */
export const MAX_GROWTH = 2.3;

const SMALLEST = 1_024;
/** At this size quadratic work of even a nanosecond a step takes a second. */
const LARGEST = 32_768;
const STEP = 2;
/** Work that takes less at the largest size is not measured further: nothing quadratic is that fast. */
const ENOUGH_MS = 30;
/**
 * Growth is measured over six doublings: the collection of garbage and the caches of the processor make a step of long work up to twice as
 * long, which is 1.12 for each of six doublings but 1.4 for each of two. Quadratic work still stands out: 4096 times instead of 64.
 */
const DOUBLINGS = 6;
const MAX_MEASURED_MS = 40;
const ATTEMPTS = 10;

/** Prepares an input of a size; returns the work on it, which may run several times. */
export type Work = (size: number) => () => unknown;

/**
 * How much more work is done for twice the input; 0 where the work is too short to measure. Counts the processor time of this process, so
 * others do not matter, and compares the shortest of several runs. Only a growth above `MAX_GROWTH` is measured again: noise makes one
 * measurement too long, never all of them.
 * @param smallest the first size to try: above the limits of a function that does quadratic work on short inputs only
 */
export function workGrowth(work: Work, smallest = SMALLEST): number {
  let size = smallest;
  let run = work(size);
  let large = timeOf(run);
  while (large < ENOUGH_MS) {
    if (size >= LARGEST) return 0;
    size *= STEP;
    run = work(size);
    large = timeOf(run);
  }
  const runSmall = work(size / 2 ** DOUBLINGS);
  let small = meanTimeOf(runSmall, large);
  for (let attempt = 0; attempt < ATTEMPTS && growth(small, large) > MAX_GROWTH; attempt += 1) {
    large = Math.min(large, timeOf(run));
    small = Math.min(small, meanTimeOf(runSmall, large));
  }
  return growth(small, large);
}

const growth = (small: number, large: number): number => (large / small) ** (1 / DOUBLINGS);

/** Processor time of one run, in milliseconds. */
function timeOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Mean processor time of runs that together take as long as the run they are compared with: on a busy machine each change of process
 * costs time, and both sides must get their share of it.
 */
function meanTimeOf(run: () => unknown, compared: number): number {
  for (let runs = 1; ; runs *= 2) {
    const time = timeOf(() => {
      for (let index = 0; index < runs; index += 1) run();
    });
    if (time >= Math.min(compared, MAX_MEASURED_MS)) return time / runs;
  }
}
