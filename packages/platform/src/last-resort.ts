import type { EventEmitter } from 'node:events';
import type { Logger } from './observability/logger.js';

/** Time for open requests to end after an unexpected error; the process must not stay in an unknown state for longer. */
const DRAIN_MS = 10_000;

export type LastResort = {
  process: Pick<EventEmitter, 'on'>;
  logger: Pick<Logger, 'error'>;
  /** Ends open work and closes the process's connections. */
  drain: () => Promise<void>;
  exit: (code: number) => void;
};

/**
 * Handles an error that nothing else caught, also a rejected promise: the state of the process is unknown then. Logs the first such
 * error, drains and exits with code 1, so that the supervisor starts a new process. Later errors change nothing.
 */
export function exitOnUncaughtError({ process, logger, drain, exit }: LastResort): void {
  let isExiting = false;
  // A rejected promise without a handler arrives here as well, with the origin `unhandledRejection`.
  process.on('uncaughtException', (error: unknown, origin: string) => {
    if (isExiting) return;
    isExiting = true;
    logger.error({ err: error, origin }, 'uncaught error; draining, then exiting');
    setTimeout(() => exit(1), DRAIN_MS).unref();
    drain().then(
      () => exit(1),
      () => exit(1),
    );
  });
}
