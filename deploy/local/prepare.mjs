import path from 'node:path';
import { ensureNeededPackages } from './needed-packages.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';
import { installServers } from './servers.mjs';
import { StartError } from './start-error.mjs';

const OLDEST_NODE = 20;

/**
 * Prepares a fresh clone: npm packages, system packages, server programs and the build, in parallel where they are
 * independent. The MinIO build takes longest and starts first. Finished steps are skipped.
 *
 * @param {{ forTests?: boolean, onProgress: import('./progress.mjs').OnProgress }} options
 */
export async function prepare({ forTests = false, onProgress }) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new StartError('Node', `this is Node ${process.versions.node}`, {
      toDo: `install Node ${OLDEST_NODE} or newer`,
    });
  }
  const steps = [
    installServers({ only: ['minio'], onProgress }),
    ensureNpmPackages({ onProgress }).then(() => build()),
    ensureNeededPackages({ forTests, onProgress }).then(() =>
      installServers({ only: ['kafka', 'mongodb', 'redis'], onProgress }),
    ),
  ];
  // Promise.all reports the first failure at once, without waiting minutes for the MinIO build.
  await Promise.all(steps);
}

function build() {
  return runCommand(PINNED_NODE, [path.join('deploy', 'local', 'build.mjs')], {
    cwd: ROOT,
    show: true,
  }).catch((error) => {
    throw new StartError('Build', 'failed; the error is above', { cause: error });
  });
}
