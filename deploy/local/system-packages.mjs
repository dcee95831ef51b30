import { findProgram } from './find-program.mjs';
import { runCommand } from './run-command.mjs';
import { StartError } from './start-error.mjs';

let queue = Promise.resolve();

/**
 * Makes sure that Debian packages are installed. As root it installs the missing ones in one apt call; otherwise it
 * fails with the command to run. Calls run one after the other, because apt locks.
 *
 * @param {string[]} packages
 * @param {string} part the part that needs them, for messages
 * @param {string} [otherwise] advice where there is no apt
 * @param {(text: string) => void} [onInstall] called once when something has to be installed
 * @returns {Promise<string[]>} what was installed now
 */
export function ensureSystemPackages(packages, part, otherwise, onInstall) {
  const run = queue.then(() => install(packages, part, otherwise, onInstall));
  queue = run.catch(() => undefined);
  return run;
}

async function install(packages, part, otherwise, onInstall) {
  const missing = await missingPackages(packages);
  if (missing.length === 0) return [];
  const list = missing.join(' ');
  if (!findProgram('apt-get')) {
    throw new StartError(part, `these are missing: ${list}`, {
      toDo: otherwise ?? 'install them with the package manager of this system (the names are Debian’s)',
    });
  }
  if (process.getuid?.() !== 0) {
    throw new StartError(part, `these system packages are missing: ${list}`, {
      toDo: `run "sudo apt-get install --no-install-recommends ${list}" and start again`,
    });
  }
  onInstall?.(list);
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const apt = (...args) => runCommand('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], { env });
  const installAll = () => apt('install', '-y', '--no-install-recommends', ...missing);
  try {
    await apt('update');
    await installAll();
  } catch (error) {
    throw new StartError(part, `apt could not install ${list}: ${error.message}`, {
      toDo: `run "apt-get update && apt-get install ${list}" and read its output`,
      cause: error,
    });
  }
  return missing;
}

async function missingPackages(packages) {
  if (!findProgram('dpkg-query')) return packages;
  const format = '${Package} ${db:Status-Status}\\n';
  const output = await runCommand('dpkg-query', ['-W', `-f=${format}`, ...packages]).catch(
    (error) => error.output ?? '',
  );
  const installed = new Set(
    output.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  return packages.filter((name) => !installed.has(name));
}
