import { printProgress, secondsSince } from './progress.mjs';
import { ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';

const CHECKS = ['format', 'lint', 'boundaries', 'citations', 'types'];

/**
 * Runs `npm run check:*`, one after the other, and shows what a failed one printed. Answers whether all passed.
 *
 * @param {string[]} [prefix] what each command is started with
 */
export async function runChecks(prefix = []) {
  let passed = true;
  for (const check of CHECKS) {
    const began = Date.now();
    const part = `Check ${check}`;
    try {
      const [command, ...args] = [...prefix, 'npm', 'run', '--silent', `check:${check}`];
      await runCommand(command, args, { cwd: ROOT });
      printProgress({ part, text: `passed (${secondsSince(began)})`, state: 'done' });
    } catch (error) {
      passed = false;
      printProgress({ part, text: 'failed', state: 'failed' });
      process.stdout.write(`${error.output ?? error.message}\n`);
    }
  }
  return passed;
}
