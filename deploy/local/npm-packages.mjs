import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { printProgress, secondsSince } from './progress.mjs';
import { ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';
import { StartError } from './start-error.mjs';

/**
 * Runs `npm ci` unless node_modules already holds what package-lock.json says.
 *
 * @returns {Promise<boolean>} whether packages were installed
 */
export async function ensureNpmPackages({ onProgress = printProgress } = {}) {
  if (await isCurrent()) return false;
  const part = 'Packages';
  const began = Date.now();
  onProgress({ part, text: 'npm ci' });

  await npm('ci')
    .catch(async (error) => {
      if (!error.output?.includes('EUSAGE')) throw error;
      // npm ci refuses a lock file without the builds for other systems, as written when a registry mirror lacks them.
      // npm install takes the same versions from the lock file and skips those builds.
      await npm('install', '--no-save');
    })
    .catch((error) => {
      throw new StartError(part, `npm ci failed: ${error.message}`, {
        toDo: 'check the connection to the npm registry, then run "npm ci" and read its output',
        cause: error,
      });
    });
  onProgress({ part, text: `installed (${secondsSince(began)})`, state: 'done' });
  return true;
}

function npm(...args) {
  const env = { NODE_ENV: undefined };
  return runCommand('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: ROOT, env });
}

/**
 * Compares the lock file with npm's own record of what it installed. Optional packages may be absent: they are the
 * builds for other systems.
 */
async function isCurrent() {
  const [wanted, installed] = await Promise.all([
    readLock(path.join(ROOT, 'package-lock.json')),
    readLock(path.join(ROOT, 'node_modules', '.package-lock.json')).catch(() => ({})),
  ]);
  return Object.entries(wanted).every(([folder, entry]) => {
    if (!folder.includes('node_modules/')) return true;
    const found = installed[folder];
    if (!found) return entry.optional === true;
    return found.version === entry.version && found.link === entry.link;
  });
}

async function readLock(file) {
  return JSON.parse(await readFile(file, 'utf8')).packages;
}
