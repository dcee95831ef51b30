import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { printProgress, secondsSince } from './progress.mjs';
import { ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';

/** The slowest first, so that the others fit beside it. */
const FIRST = ['lint', 'spelling'];

/**
 * Runs every `check:*` script of package.json and prints the output of those that fail.
 *
 * @param {{ prefix?: string[], atOnce?: number }} [options] prefix: what each command starts with, e.g. `nice`; atOnce: how
 *   many run side by side
 * @returns {Promise<boolean>} whether all passed
 */
export async function runChecks({ prefix = [], atOnce = 1 } = {}) {
  const waiting = await checkNames();
  let passed = true;
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (!(await runCheck(name, prefix))) passed = false;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return passed;
}

async function checkNames() {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const names = Object.keys(scripts).flatMap((name) => /^check:(.+)$/.exec(name)?.[1] ?? []);
  const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return names.sort((a, b) => rank(a) - rank(b));
}

async function runCheck(name, prefix) {
  const began = Date.now();
  const part = `Check ${name}`;
  try {
    const [command, ...args] = [...prefix, 'npm', 'run', '--silent', `check:${name}`];
    await runCommand(command, args, { cwd: ROOT });
    printProgress({ part, text: `passed (${secondsSince(began)})`, state: 'done' });
    return true;
  } catch (error) {
    printProgress({ part, text: 'failed', state: 'failed' });
    process.stdout.write(`${error.output ?? error.message}\n`);
    return false;
  }
}
