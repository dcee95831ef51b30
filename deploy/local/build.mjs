import { buildTypescript } from './build-typescript.mjs';
import { buildWeb } from './build-web.mjs';
import { printFailure, printProgress, secondsSince } from './progress.mjs';

/** `npm run build`: compiles the packages and services, and builds the web, both only as far as something changed. */
const began = Date.now();
try {
  const [{ written }, webBuilt] = await Promise.all([buildTypescript(), buildWeb()]);
  const what = [written > 0 && `${written} files compiled`, webBuilt && 'web built']
    .filter(Boolean)
    .join(', ');
  printProgress({
    part: 'Build',
    text: `${what || 'nothing has changed'} (${secondsSince(began)})`,
    state: 'done',
  });
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
