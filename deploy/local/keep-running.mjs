import { lastLogLines } from './child-process.mjs';
import { StartError } from './start-error.mjs';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const CALM_AFTER_MS = 60_000;

/**
 * @typedef {{ readonly child: import('./child-process.mjs').Child, stop(): Promise<void>, start(): Promise<void> }} Kept
 */

/**
 * Starts a program, waits until it is ready, and starts it again when it ends by itself, with pauses that double from
 * half a second to half a minute and are forgotten after a calm minute.
 *
 * @param {{ part: string, launch: () => Promise<import('./child-process.mjs').Child>,
 *   ready: (child: import('./child-process.mjs').Child) => Promise<unknown>,
 *   onProgress: import('./progress.mjs').OnProgress }} options
 * @returns {Promise<Kept>} `stop` ends it for good (or until `start`)
 * @throws {StartError} with the end of its log when the first start fails
 */
export async function keepRunning({ part, launch, ready, onProgress }) {
  let child;
  let wanted = true;
  let pauseMs = FIRST_PAUSE_MS;
  let wakeUp = () => undefined;

  const launchAndWait = async () => {
    child = await launch();
    const launched = child;
    try {
      await ready(launched);
    } catch (error) {
      const log = await lastLogLines(launched.logFile);
      await launched.stop();
      throw new StartError(part, `did not get ready: ${error.message}\n${log}`, {
        toDo: `look into ${launched.logFile}`,
        cause: error,
      });
    }
    watch(launched, Date.now());
  };

  const watch = (launched, since) => {
    void launched.exited.then(async ({ code, signal }) => {
      if (!wanted || child !== launched) return;
      if (Date.now() - since > CALM_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      const seconds = pauseMs / 1000;
      const end = signal ?? `code ${code}`;
      onProgress({ part, text: `ended by itself (${end}); starting again in ${seconds} s`, state: 'failed' });
      await startAgain();
    });
  };

  const startAgain = async () => {
    while (wanted) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (!wanted) return;
      try {
        await launchAndWait();
        onProgress({ part, text: 'runs again', state: 'done' });
        return;
      } catch (error) {
        onProgress({ part, text: error.message.split('\n')[0], state: 'failed' });
      }
    }
  };

  await launchAndWait();
  return {
    get child() {
      return child;
    },
    async stop() {
      wanted = false;
      wakeUp();
      await child.stop();
    },
    async start() {
      wanted = true;
      await launchAndWait();
    },
  };
}
