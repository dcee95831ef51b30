import { ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';

/** What every test depends on. */
const TOUCHES_ALL =
  /^(package(-lock)?\.json|jest\.config\.mjs|tsconfig[^/]*\.json|\.swcrc|deploy\/local\/|deploy\/topics\.json)/;
/** What Jest finds the tests of by following imports. */
const CODE = /\.(ts|tsx|mjs|json)$/;
const TEST = /\.(spec\.tsx?|(int|corpus|fault|e2e|hostile)-spec\.ts)$/;
const PROSE = /(^docs\/.*|\.md)$/;
/** The compiled product, which tests start as processes: they don't import it, so Jest does not see that they need it. */
const PRODUCT = /^(packages|services)\/[^/]+\/src\//;
const WEB = /^web\/(src|public|index\.html|vite\.config\.ts)/;
const STARTS_PROCESSES = /^(packages\/testing|services\/gateway)\/test\/integration\//;
/** Specs that read files of the repository instead of importing them. */
const READS_FILES = /^packages\/testing\/src\/deploy\//;

/**
 * The files that differ from a base, uncommitted and untracked ones included.
 *
 * @param {string} [base] a commit; the fork point from origin/main without it, or the commit before this one
 * @returns {Promise<{ base: string, files: string[] }>}
 */
export async function changedFiles(base) {
  const from = await baseCommit(base);
  const lines = async (...args) => (await git(...args)).split('\n').filter(Boolean);
  const [changed, untracked] = await Promise.all([
    lines('diff', '--name-only', '--no-renames', from),
    lines('ls-files', '--others', '--exclude-standard'),
  ]);
  return { base: from, files: [...new Set([...changed, ...untracked])].sort() };
}

async function baseCommit(named) {
  if (named && !named.startsWith('-')) return git('rev-parse', '--verify', `${named}^{commit}`);
  const head = await git('rev-parse', 'HEAD');
  const fork = await git('merge-base', 'HEAD', 'origin/main').catch(() => head);
  if (fork !== head) return fork;
  return git('rev-parse', '--verify', '--quiet', 'HEAD~1').catch(() => head);
}

async function git(...args) {
  return (await runCommand('git', args, { cwd: ROOT })).trim();
}

/**
 * Jest's arguments for every project that a change can touch.
 *
 * @param {string[]} files changed files, relative to the repository
 * @param {() => Promise<string[]>} [listFiles] every file of the repository
 * @returns {Promise<Map<string, string[]>>}
 */
export async function selectTests(files, listFiles = trackedFiles) {
  const everything = ['integration', 'e2e', 'faults', 'unit', 'web', 'corpus'];
  const relevant = files.filter((file) => !PROSE.test(file));
  const csv = files.some((file) => /^docs\/.*\.csv$/.test(file));
  if (relevant.some((file) => TOUCHES_ALL.test(file))) return new Map(everything.map((name) => [name, []]));
  if (relevant.length === 0 && !csv) return new Map();

  const touchesProduct = relevant.some((file) => PRODUCT.test(file) && !TEST.test(file));
  const touchesWeb = relevant.some((file) => WEB.test(file) && !TEST.test(file));
  const all = await listFiles();
  const also = all.filter(
    (file) => TEST.test(file) && (READS_FILES.test(file) || (touchesProduct && STARTS_PROCESSES.test(file))),
  );
  const code = relevant.filter((file) => CODE.test(file) && all.includes(file));
  const others = relevant.filter((file) => !CODE.test(file));
  const beside = all.filter(
    (file) =>
      TEST.test(file) && others.some((one) => workspaceOf(one) && workspaceOf(file) === workspaceOf(one)),
  );
  const related = ['--findRelatedTests', ...new Set([...code, ...also, ...beside])];
  return new Map(
    everything.map((name) => {
      const runsProduct = name === 'e2e' ? touchesProduct || touchesWeb : name === 'faults' && touchesProduct;
      return [name, runsProduct ? [] : related];
    }),
  );
}

const workspaceOf = (file) => /^((packages|services)\/[^/]+|web)\//.exec(file)?.[1];

async function trackedFiles() {
  const listed = await git('ls-files', '--cached', '--others', '--exclude-standard');
  return listed.split('\n');
}
