import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';

const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js');
const REPORTER = path.join(ROOT, 'deploy/local/test-reporter.mjs');
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/**
 * @typedef {{
 *   project: string, ok: boolean, passed: number, failed: number, skipped: number,
 *   files: { file: string, seconds: number }[], requirements: { title: string, file: string }[],
 * }} ProjectResult
 */

/**
 * Runs one project of jest.config.mjs.
 *
 * @param {{ project: string, args?: string[], workers?: number, env?: Record<string, string>, prefix?: string[],
 *   show?: boolean }} options args: more of Jest's arguments; workers: Jest decides without it; prefix: what the command
 *   starts with; show: print as it runs, else all at the end, so that lines of projects that run side by side don't mix
 * @returns {Promise<ProjectResult>}
 */
export async function runJestProject({ project, args = [], workers, env, prefix = [], show = false }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hamkhan-tests-'));
  const resultFile = path.join(folder, 'result.json');
  const flags = [
    '--selectProjects',
    project,
    '--passWithNoTests',
    '--reporters=default',
    `--reporters=${REPORTER}`,
  ];
  if (workers === 1) flags.push('--runInBand');
  else if (workers) flags.push(`--maxWorkers=${workers}`);
  const [command, ...rest] = [...prefix, PINNED_NODE, ...NODE_FLAGS, JEST, ...args, ...flags];
  const heading = `\n── ${project}\n`;
  try {
    if (show) process.stdout.write(heading);
    const { ok, output } = await runCommand(command, rest, {
      cwd: ROOT,
      env: { ...env, NODE_ENV: 'test', NODE_OPTIONS: NODE_FLAGS.join(' '), HAMKHAN_TEST_RESULT: resultFile },
      show,
    }).then(
      (printed) => ({ ok: true, output: printed }),
      (error) => ({ ok: false, output: error.output ?? error.message }),
    );
    if (!show) process.stdout.write(`${heading}${output}`);
    const nothing = { passed: 0, failed: ok ? 0 : 1, skipped: 0, files: [], requirements: [] };
    const result = await readFile(resultFile, 'utf8').then(JSON.parse, () => nothing);
    return { ...result, project, ok };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
