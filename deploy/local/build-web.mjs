import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, hashOf, readStamp, writeStamp } from './changed-since.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';
import { StartError } from './start-error.mjs';

const STAMP = 'build-web';
const SOURCES = ['web/src', 'web/public', 'packages/contracts/src'];
const FILES = ['web/.env', 'web/index.html', 'web/vite.config.ts', 'web/package.json', 'package-lock.json'];

/**
 * Builds the web with Vite when anything it is made from has changed.
 *
 * @returns {Promise<boolean>} whether it was built
 */
export async function buildWeb() {
  const below = await Promise.all(
    SOURCES.map(async (folder) =>
      (await filesBelow(path.join(ROOT, folder))).map((file) => path.join(folder, file)),
    ),
  );
  const files = [...FILES, ...below.flat()];
  const contents = await Promise.all(files.map((file) => readFile(path.join(ROOT, file))));
  const sources = hashOf(
    ...files,
    ...contents,
    process.env.VITE_SOCIAL_LINKS ?? '',
    process.env.VITE_PRICE_UNITS ?? '',
  );
  const { sources: last } = await readStamp(STAMP);
  if (last === sources && existsSync(path.join(ROOT, 'web/dist/index.html'))) return false;
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--emptyOutDir', '--logLevel', 'warn'];
  const env = { NODE_ENV: 'production' };
  await runCommand(PINNED_NODE, args, { cwd: path.join(ROOT, 'web'), show: true, env }).catch((error) => {
    throw new StartError('Web', 'the build failed; the error is above', { cause: error });
  });
  await writeStamp(STAMP, { sources });
  return true;
}
