import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runChecks } from './checks.mjs';
import { printFailure, printProgress } from './progress.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { requirementsTable, writeRequirements } from './requirements-table.mjs';
import { runCommand } from './run-command.mjs';
import { startServers } from './servers.mjs';
import { isShuttingDown, onShutdown, shutDown, stopInOrder } from './shutdown.mjs';

const PORT_SHIFT = 20;
/** Those that share the servers and the two cores with the processes they start run one file at a time. */
const IN_BAND = new Set(['integration', 'corpus', 'faults', 'e2e']);
/**
 * What runs after what, and beside what: integration tests and faults wait half of the time, for servers and for leases to run out, so
 * what has no clock in it takes the core they leave free. The checks go before what stands beside the first. People at a screen have
 * the machine to themselves.
 */
const PHASES = [
  { project: 'integration', beside: ['unit', 'web'] },
  { project: 'faults', beside: ['corpus'] },
  { project: 'e2e', beside: [] },
];
const PROJECTS = PHASES.flatMap(({ project, beside }) => [...beside, project]);
const LOW_PRIORITY = ['nice', '-n', '10'];
const REPORTER = path.join(ROOT, 'deploy/local/requirements-reporter.mjs');

/** The second half of `npm test`, under the pinned Node. Answers the exit code. */
async function runTests(args) {
  const { chosen, rest } = readArguments(args);
  const isWhole = args.length === 0;
  const dataDir = path.resolve(ROOT, process.env.HAMKHAN_TEST_DATA || '.data/test');
  const checks = isWhole ? runChecks(LOW_PRIORITY) : Promise.resolve(true);
  const servers = await startServers({ dataDir, portShift: PORT_SHIFT, onProgress: printProgress });
  onShutdown(() => servers.stop());

  const resultsFolder = await mkdtemp(path.join(os.tmpdir(), 'hamkhan-tests-'));
  onShutdown(() => rm(resultsFolder, { recursive: true, force: true }));
  const results = [];
  const run = async (project, beside) => {
    const file = path.join(resultsFolder, `${project}.json`);
    results.push(await runProject(project, rest, servers.env, file, beside));
  };
  for (const phase of PHASES) {
    const isChosen = chosen.includes(phase.project);
    const beside = phase.beside.filter((project) => chosen.includes(project));
    const runBeside = async () => {
      await checks;
      for (const project of beside) await run(project, isChosen);
    };
    await Promise.all([runBeside(), ...(isChosen ? [run(phase.project, false)] : [])]);
  }
  const checksPassed = await checks;
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  let isGreen = checksPassed && results.every((result) => result.ok);
  const titles = results.flatMap((result) => result.requirements);
  if ((isWhole && isGreen) || process.env.WRITE_REQUIREMENTS === '1') {
    await requirementsTable(titles)
      .then(writeRequirements)
      .catch((error) => {
        isGreen = false;
        printFailure(error);
      });
  }
  const failedProjects = results.filter((result) => !result.ok).map((result) => result.project);
  if (failedProjects.length > 0) process.stdout.write(`\nNot green: ${failedProjects.join(', ')}\n`);
  if (!checksPassed) process.stdout.write('\nNot green: the checks (see above)\n');
  return {
    code: isGreen ? 0 : 1,
    line: `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`,
  };
}

/** Takes `--selectProjects a b` out of the arguments; everything else is jest's. */
function readArguments(args) {
  const at = args.indexOf('--selectProjects');
  if (at < 0) return { chosen: PROJECTS, rest: args };
  let end = at + 1;
  while (end < args.length && PROJECTS.includes(args[end])) end += 1;
  const named = args.slice(at + 1, end);
  return {
    chosen: PROJECTS.filter((name) => named.includes(name)),
    rest: [...args.slice(0, at), ...args.slice(end)],
  };
}

/** What runs beside another project prints at its end, so that their lines don't mix. */
async function runProject(project, rest, serversEnv, resultFile, beside) {
  const heading = `\n── ${project}\n`;
  if (!beside) process.stdout.write(heading);
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const flags = [
    '--selectProjects',
    project,
    '--passWithNoTests',
    '--reporters=default',
    `--reporters=${REPORTER}`,
  ];
  if (IN_BAND.has(project)) flags.push('--runInBand');
  const nodeFlags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const env = { ...serversEnv, NODE_ENV: 'test', HAMKHAN_TEST_RESULT: resultFile };
  const command = [...(beside ? LOW_PRIORITY : []), PINNED_NODE, ...nodeFlags, jest, ...rest, ...flags];
  const { ok, output } = await runCommand(command[0], command.slice(1), {
    cwd: ROOT,
    env: { ...env, NODE_OPTIONS: nodeFlags.join(' ') },
    show: !beside,
  }).then(
    (printed) => ({ ok: true, output: printed }),
    (error) => ({ ok: false, output: error.output ?? error.message }),
  );
  if (beside) process.stdout.write(`${heading}${output}`);
  const nothing = { passed: 0, failed: ok ? 0 : 1, skipped: 0, requirements: [] };
  const result = await readFile(resultFile, 'utf8').then(JSON.parse, () => nothing);
  return { ...result, project, ok };
}

stopInOrder();
try {
  const { code, line } = await runTests(process.argv.slice(2));
  await shutDown(code, () => process.stdout.write(`\n${line}\n`));
} catch (error) {
  if (!isShuttingDown()) printFailure(error);
  await shutDown(1);
}
