/**
 * `npm test`: sets up everything as `npm start` does, with data and ports of its own, then runs the checks and every
 * test project in order. `npm test -- --selectProjects integration` or `npm test -- some/path` narrow it down and leave
 * the checks out. The last line says how many tests passed, failed and were skipped.
 *
 * Settings, all optional, from the environment: those of `npm start`, and
 *   HAMKHAN_TEST_DATA   where the test servers keep their data (.data/test)
 *   CORPUS_DIR          the real documents of the corpus tests (../shared/corpus)
 *   WRITE_REQUIREMENTS  1 writes docs/requirements.md even when the run was narrowed down or not green
 */
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { printFailure, printProgress } from './progress.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { runInForeground } from './run-in-foreground.mjs';
import { isShuttingDown, shutDown, stopInOrder } from './shutdown.mjs';

stopInOrder();
try {
  await prepare({ forTests: true, onProgress: printProgress });
  await runInForeground(PINNED_NODE, [
    path.join(ROOT, 'deploy/local/run-tests.mjs'),
    ...process.argv.slice(2),
  ]);
} catch (error) {
  if (!isShuttingDown()) printFailure(error);
  await shutDown(1);
}
