import { printProgress, secondsSince } from './progress.mjs';
import { ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';

const CHECKS = ['format', 'lint', 'boundaries', 'types'];

/** Runs `npm run check:*`, one after the other, and shows what a failed one printed. Answers whether all passed. */
export async function runChecks() {
  let passed = true;
  for (const check of CHECKS) {
    const began = Date.now();
    const part = `Check ${check}`;
    try {
      await runCommand('npm', ['run', '--silent', `check:${check}`], { cwd: ROOT });
      printProgress({ part, text: `passed (${secondsSince(began)})`, state: 'done' });
    } catch (error) {
      passed = false;
      printProgress({ part, text: 'failed', state: 'failed' });
      process.stdout.write(`${error.output ?? error.message}\n`);
    }
  }
  return passed;
}
