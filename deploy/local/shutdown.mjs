import { printFailure } from './progress.mjs';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const REPEAT_MEANS_NOW_MS = 2000;

const hooks = [];
let begunAt = 0;

/** Adds something to do when this process is told to stop or fails; the last added is done first. */
export function onShutdown(hook) {
  hooks.push(hook);
}

/** Whether the shutdown has begun; failures of what is being started are then no news. */
export const isShuttingDown = () => begunAt > 0;

/**
 * From now on Ctrl-C, SIGTERM, SIGHUP and uncaught errors run the shutdown hooks before the process ends. A signal
 * repeated within two seconds is an echo (the terminal and npm both send Ctrl-C); a later one ends at once.
 */
export function stopInOrder() {
  for (const signal of STOP_SIGNALS) process.on(signal, () => void shutDown(CODES[signal]));
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error) => {
      printFailure(error);
      void shutDown(1);
    });
  }
}

/** Runs the hooks, then `lastWord` if there is one, and ends the process with this code. */
export async function shutDown(code, lastWord) {
  if (begunAt > 0) {
    if (Date.now() - begunAt > REPEAT_MEANS_NOW_MS) process.exit(code);
    return;
  }
  begunAt = Date.now();
  for (const hook of hooks.reverse()) {
    try {
      await hook();
    } catch (error) {
      printFailure(error);
    }
  }
  lastWord?.();
  process.exit(code);
}
