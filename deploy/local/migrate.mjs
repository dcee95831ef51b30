import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, hashOf } from './changed-since.mjs';
import { SERVICES_WITH_DATA } from './processes.mjs';
import { secondsSince } from './progress.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';
import { passwordEnv } from './server-passwords.mjs';
import { StartError } from './start-error.mjs';

const TOPICS = 'deploy/topics.json';

/**
 * Creates the accounts of the services, topics, collections, indexes, the bucket and the demo account as the code declares them.
 * Every step is idempotent. They take seconds, so they are skipped while code, settings and data folders are the ones of their
 * last run.
 *
 * @param {{ dataDir: string, env: Record<string, string>, envOf(service: string): Record<string, string>, port: number,
 *   passwords: import('./server-passwords.mjs').ServerPasswords, started: string[],
 *   onProgress: import('./progress.mjs').OnProgress }} options
 *   env: with the account of the servers' administrator; envOf: with that of a service; port: a free one; started: the servers
 *   that run here, others have accounts of their own
 */
export async function migrate({ dataDir, env, envOf, port, passwords, started, onProgress }) {
  const stampFile = path.join(dataDir, 'migrated');
  const admin = { ...env, ...passwordEnv(passwords) };
  const stamp = await fingerprint(dataDir, { ...admin, started: started.join() });
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  const began = Date.now();
  const node = (settings, ...args) =>
    runCommand(PINNED_NODE, args, { cwd: ROOT, env: settings, timeoutMs: 120_000 });
  const ofService = (service, role) =>
    node({ ...envOf(service), PORT: String(port) }, `services/${service}/dist/main.js`, role);
  const explained = (part, run) =>
    run.catch((error) => {
      throw new StartError(part, error.message, { cause: error });
    });
  const rights = started.includes('kafka') ? ['--rights'] : [];
  const topics = explained(
    'Topics',
    node(env, 'packages/platform/dist/kafka/apply-topics.js', TOPICS, ...rights),
  );
  const indexes = (async () => {
    const withAccounts = started.filter((server) => server !== 'kafka');
    if (withAccounts.length > 0) {
      const access = node(admin, 'packages/platform/dist/access/apply-access.js', ...withAccounts);
      await explained('Accounts of the services', access);
    }
    for (const service of SERVICES_WITH_DATA) {
      await explained(`Indexes of ${service}`, ofService(service, 'migrate'));
    }
    await explained('Demo account', ofService('auth', 'seed'));
  })();
  await Promise.all([topics, indexes]);
  await writeFile(stampFile, stamp);
  onProgress({
    part: 'Data',
    text: `accounts, topics, indexes and the demo account exist (${secondsSince(began)})`,
    state: 'done',
  });
}

/** A hash of the code, the topics file, the settings and the creation time of each server's data. */
async function fingerprint(dataDir, env) {
  const births = ['mongodb/WiredTiger', 'kafka/data/meta.properties', 'minio/.minio.sys', 'redis'].map(
    async (file) => {
      const found = await stat(path.join(dataDir, file)).catch(() => undefined);
      return found ? `${found.ino} ${found.birthtimeMs}` : 'elsewhere';
    },
  );
  const code = ['packages/platform/dist', ...SERVICES_WITH_DATA.map((service) => `services/${service}/dist`)];
  const files = await Promise.all(
    code.map(async (folder) => {
      const names = (await filesBelow(path.join(ROOT, folder))).filter((name) => name.endsWith('.js'));
      return Promise.all(names.map((name) => readFile(path.join(ROOT, folder, name))));
    }),
  );
  const topics = await readFile(path.join(ROOT, TOPICS));
  // The ports of the services don't affect the data.
  const settings = Object.entries(env).filter(
    ([name]) => !/^(PORT|(AUTH|DOCUMENTS|PIPELINE|FINANCE|AI)_URL)$/.test(name),
  );
  return hashOf(JSON.stringify(settings), ...(await Promise.all(births)), topics, ...files.flat());
}
