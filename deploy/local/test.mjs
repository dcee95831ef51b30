/**
 * `npm test`: sets up everything as `npm start` does, with data and ports of its own, then runs the checks and every test
 * project. It prints the slowest files and the duration; the last line says how many tests passed, failed and were skipped.
 * Narrower runs: `npm test -- some/path` and `npm test -- --selectProjects integration` leave the checks out;
 * `npm test -- --changed [base]` runs the checks and the tests that the changes since a commit can touch.
 *
 * Settings, all optional, from the environment: those of `npm start`, and
 *   HAMKHAN_TEST_DATA   where the test servers keep their data (.data/test); every run begins with empty servers
 *   CORPUS_DIR          the real documents of the corpus tests (../shared/corpus)
 */
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { printFailure, printProgress } from './progress.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { runInForeground } from './run-in-foreground.mjs';
import { isShuttingDown, shutDown, stopInOrder } from './shutdown.mjs';

stopInOrder();
const began = Date.now();
try {
  await prepare({ forTests: true, onProgress: printProgress });
  await runInForeground(PINNED_NODE, [
    path.join(ROOT, 'deploy/local/run-tests.mjs'),
    String(began),
    ...process.argv.slice(2),
  ]);
} catch (error) {
  if (!isShuttingDown()) printFailure(error);
  await shutDown(1);
}
