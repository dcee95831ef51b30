import { printFailure } from './progress.mjs';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const REPEAT_MEANS_NOW_MS = 2000;

const hooks = [];
let begunAt = 0;

/** Adds a hook that runs when this process is stopped or fails; the last added runs first. */
export function onShutdown(hook) {
  hooks.push(hook);
}

/** Whether the shutdown has begun; a start that fails then needs no message. */
export const isShuttingDown = () => begunAt > 0;

/**
 * From now on Ctrl-C, SIGTERM, SIGHUP and uncaught errors run the shutdown hooks before the process ends. A signal
 * repeated within two seconds is a duplicate (the terminal and npm both send Ctrl-C); a later one exits at once.
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

/** Runs the hooks, then `beforeExit`, and ends the process with this code. */
export async function shutDown(code, beforeExit) {
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
  beforeExit?.();
  process.exit(code);
}
