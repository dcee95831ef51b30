import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow, hashOf } from './changed-since.mjs';
import { SERVICES_WITH_DATA } from './processes.mjs';
import { secondsSince } from './progress.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { runCommand } from './run-command.mjs';
import { StartError } from './start-error.mjs';

const TOPICS = 'deploy/topics.json';

/**
 * Creates topics, collections, indexes, the bucket and the demo account as the code declares them. Every step is idempotent. They
 * take seconds, so they are skipped while code, settings and data folders are the ones of their last run.
 *
 * @param {{ dataDir: string, env: Record<string, string>, onProgress: import('./progress.mjs').OnProgress }} options
 */
export async function migrate({ dataDir, env, onProgress }) {
  const stampFile = path.join(dataDir, 'migrated');
  const stamp = await fingerprint(dataDir, env);
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  const began = Date.now();
  const node = (...args) => runCommand(PINNED_NODE, args, { cwd: ROOT, env, timeoutMs: 120_000 });
  const explained = (part, run) =>
    run.catch((error) => {
      throw new StartError(part, error.message, { cause: error });
    });
  const topics = explained('Topics', node('packages/platform/dist/kafka/apply-topics.js', TOPICS));
  const indexes = (async () => {
    for (const service of SERVICES_WITH_DATA) {
      await explained(`Indexes of ${service}`, node(`services/${service}/dist/main.js`, 'migrate'));
    }
    await explained('Demo account', node('services/auth/dist/main.js', 'seed'));
  })();
  await Promise.all([topics, indexes]);
  await writeFile(stampFile, stamp);
  onProgress({
    part: 'Data',
    text: `topics, indexes and the demo account exist (${secondsSince(began)})`,
    state: 'done',
  });
}

/** A hash of the code, the topics file, the settings and the creation time of each server's data. */
async function fingerprint(dataDir, env) {
  const births = ['mongodb/WiredTiger', 'kafka/data/meta.properties', 'minio/.minio.sys'].map(
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
