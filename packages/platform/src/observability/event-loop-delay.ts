import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const RESOLUTION_MS = 10;
const WINDOW_MS = 30_000;
const NANOSECONDS = 1e9;

const QUANTILES = {
  '0.5': (delays: IntervalHistogram) => delays.percentile(50),
  '0.99': (delays: IntervalHistogram) => delays.percentile(99),
  '1': (delays: IntervalHistogram) => delays.max,
};
type Quantile = keyof typeof QUANTILES;
const NAMES = Object.keys(QUANTILES) as Quantile[];

/** Seconds that a timer was late. The histogram has the whole interval between two timers. */
const secondsOf = (delays: IntervalHistogram, quantile: Quantile): number =>
  delays.count === 0 ? 0 : Math.max(0, QUANTILES[quantile](delays) / NANOSECONDS - RESOLUTION_MS / 1_000);

/**
 * Registers `app_event_loop_delay_seconds`: how late the process handles its events, because a calculation blocks it. It covers the last 30
 * to 60 seconds, independent of when and how often it is read; the default metrics of prom-client start again with each reading.
 */
export function registerEventLoopDelay(registry: Registry): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let previous: Partial<Record<Quantile, number>> = {};
  setInterval(() => {
    previous = Object.fromEntries(NAMES.map((quantile) => [quantile, secondsOf(delays, quantile)]));
    delays.reset();
  }, WINDOW_MS).unref();
  new Gauge({
    name: 'app_event_loop_delay_seconds',
    help: 'Delay of the event loop in the last 30 to 60 seconds; quantile 1 is the longest',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of NAMES) {
        this.set({ quantile }, Math.max(previous[quantile] ?? 0, secondsOf(delays, quantile)));
      }
    },
  });
}
