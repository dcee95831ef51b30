import { lastLogLines } from './child-process.mjs';
import { StartError } from './start-error.mjs';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const STABLE_AFTER_MS = 60_000;

/**
 * @typedef {{ part: string, launch: () => Promise<import('./child-process.mjs').Child>,
 *   ready: (child: import('./child-process.mjs').Child) => Promise<unknown>,
 *   onProgress: import('./progress.mjs').OnProgress }} ProgramOptions
 */

/**
 * A program that is started again when it ends by itself. The pauses before a restart double from half a second to half a
 * minute; after a stable minute they start over.
 */
export class SupervisedProgram {
  #options;
  #child;
  #isWanted = true;
  #pauseMs = FIRST_PAUSE_MS;
  #endPause = () => undefined;

  /** @param {ProgramOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** The running process; another one after a restart. */
  get child() {
    return this.#child;
  }

  /**
   * Starts the program and waits until it is ready.
   *
   * @throws {StartError} with the end of its log when it does not get ready
   */
  async start() {
    this.#isWanted = true;
    await this.#launch();
  }

  /** Stops the program until `start` is called. */
  async stop() {
    this.#isWanted = false;
    this.#endPause();
    await this.#child.stop();
  }

  async #launch() {
    const { part, launch, ready } = this.#options;
    const child = await launch();
    this.#child = child;
    try {
      await ready(child);
    } catch (error) {
      const log = await lastLogLines(child.logFile);
      await child.stop();
      throw new StartError(part, `did not get ready: ${error.message}\n${log}`, {
        toDo: `look into ${child.logFile}`,
        cause: error,
      });
    }
    void this.#restartWhenEnded(child, Date.now());
  }

  async #restartWhenEnded(child, readySince) {
    const { code, signal } = await child.exited;
    if (!this.#isWanted || this.#child !== child) return;
    if (Date.now() - readySince > STABLE_AFTER_MS) this.#pauseMs = FIRST_PAUSE_MS;
    const end = signal ?? `code ${code}`;
    this.#report(`ended by itself (${end}); starting again in ${this.#pauseMs / 1000} s`, 'failed');
    await this.#restart();
  }

  async #restart() {
    while (this.#isWanted) {
      await this.#pause();
      if (!this.#isWanted) return;
      try {
        await this.#launch();
        this.#report('runs again', 'done');
        return;
      } catch (error) {
        this.#report(error.message.split('\n')[0], 'failed');
      }
    }
  }

  async #pause() {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pauseMs);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  #report(text, state) {
    const { part, onProgress } = this.#options;
    onProgress({ part, text, state });
  }
}

/**
 * @param {ProgramOptions} options
 * @returns {Promise<SupervisedProgram>} a program that is ready
 * @throws {StartError} with the end of its log when the first start fails
 */
export async function startSupervised(options) {
  const program = new SupervisedProgram(options);
  await program.start();
  return program;
}
