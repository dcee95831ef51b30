import os from 'node:os';
import path from 'node:path';
import { changedFiles, selectTests } from './changed-tests.mjs';
import { runChecks } from './checks.mjs';
import { runJestProject } from './jest-project.mjs';
import { printFailure, printProgress } from './progress.mjs';
import { ROOT } from './repository.mjs';
import { requirementsTable, writeRequirements } from './requirements-table.mjs';
import { passwordEnv } from './server-passwords.mjs';
import { startServers } from './servers.mjs';
import { isShuttingDown, onShutdown, shutDown, stopInOrder } from './shutdown.mjs';
import { printDuration, printSlowestFiles } from './test-times.mjs';

const PORT_SHIFT = 20;
const CORES = os.availableParallelism();
const LOW_PRIORITY = ['nice', '-n', '10'];
/**
 * Lanes run side by side, the projects of a lane one after the other. Integration tests and faults wait half of the time, for
 * servers and for leases to expire; the browser tests need steady timing. The lane of low priority, which begins with the
 * checks, takes what they leave of the processor.
 */
const LANES = [
  {
    projects: [
      { project: 'integration', workers: Math.min(4, Math.max(2, CORES)) },
      { project: 'e2e', workers: 1 },
    ],
  },
  { projects: [{ project: 'faults', workers: 1 }] },
  {
    prefix: LOW_PRIORITY,
    projects: [{ project: 'unit' }, { project: 'web' }, { project: 'corpus', workers: 1 }],
  },
];
const PROJECTS = LANES.flatMap(({ projects }) => projects.map(({ project }) => project));
/** Run only when named in `--selectProjects`: it takes minutes and needs the machine for itself. */
const ON_REQUEST = 'hostile';

/** The second half of `npm test`, under the pinned Node. Returns the exit code and the last line. */
async function runTests(args) {
  const isWhole = args.length === 0;
  const argsOf = await testSelection(args);
  const chosen = [...PROJECTS, ON_REQUEST].filter((project) => argsOf(project) !== undefined);
  const servers = await startServers({
    dataDir: path.resolve(ROOT, process.env.HAMKHAN_TEST_DATA || '.data/test'),
    portShift: PORT_SHIFT,
    throwAway: true,
    onProgress: printProgress,
  });
  onShutdown(() => servers.stop());
  // Kafka knows its users from its start on; the test of the services' rights needs their passwords.
  const env = { ...servers.env, ...passwordEnv(servers.passwords) };

  const checks =
    isWhole || args.includes('--changed') ? runChecks({ prefix: LOW_PRIORITY }) : Promise.resolve(true);
  const results = [];
  await Promise.all(
    [...LANES, { projects: [{ project: ON_REQUEST, workers: 1 }] }].map(
      async ({ prefix, projects }, lane) => {
        if (prefix) await checks;
        for (const { project, workers } of projects) {
          if (!chosen.includes(project)) continue;
          const show = lane === 0 || chosen.length === 1;
          results.push(await runJestProject({ project, workers, prefix, show, args: argsOf(project), env }));
        }
      },
    ),
  );
  const checksPassed = await checks;
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  let isGreen = checksPassed && results.every(({ ok }) => ok);
  if (isWhole && isGreen && sum('skipped') === 0) {
    await requirementsTable(results.flatMap(({ requirements }) => requirements))
      .then(writeRequirements)
      .catch((error) => {
        isGreen = false;
        printFailure(error);
      });
  }
  printSlowestFiles(results);
  const failedProjects = results.filter(({ ok }) => !ok).map(({ project }) => project);
  if (failedProjects.length > 0) process.stdout.write(`\nFailed: ${failedProjects.join(', ')}\n`);
  if (!checksPassed) process.stdout.write('\nFailed: the checks (see above)\n');
  return {
    code: isGreen ? 0 : 1,
    line: `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`,
  };
}

/**
 * Reads `--selectProjects a b` and `--changed [base]`; all other arguments are Jest's.
 *
 * @returns {Promise<(project: string) => string[] | undefined>} Jest's arguments for a project; undefined where it does not run
 */
async function testSelection(args) {
  const changedAt = args.indexOf('--changed');
  if (changedAt >= 0) {
    const { base, files } = await changedFiles(args[changedAt + 1]);
    const selected = await selectTests(files);
    const text = `${files.length} files since ${base.slice(0, 9)}: ${[...selected.keys()].join(', ') || 'no tests'}`;
    printProgress({ part: 'Changed', text, state: 'note' });
    return (project) => selected.get(project);
  }
  const at = args.indexOf('--selectProjects');
  if (at < 0) return (project) => (project === ON_REQUEST ? undefined : args);
  let end = at + 1;
  while (end < args.length && [...PROJECTS, ON_REQUEST].includes(args[end])) end += 1;
  const named = args.slice(at + 1, end);
  const rest = [...args.slice(0, at), ...args.slice(end)];
  return (project) => (named.includes(project) ? rest : undefined);
}

stopInOrder();
try {
  const [began, ...args] = process.argv.slice(2);
  const { code, line } = await runTests(args);
  await shutDown(code, () => {
    printDuration(Number(began));
    process.stdout.write(`${line}\n`);
  });
} catch (error) {
  if (!isShuttingDown()) printFailure(error);
  await shutDown(1);
}
