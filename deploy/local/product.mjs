import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { endLeftover, startChild } from './child-process.mjs';
import { isFree } from './free-port.mjs';
import { startSupervised } from './supervised-program.mjs';
import { migrate } from './migrate.mjs';
import { openPortBook } from './port-book.mjs';
import { ADMIN_OFFSET, PROCESSES } from './processes.mjs';
import { secondsSince } from './progress.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { rememberedSecrets } from './secrets.mjs';
import { startServers } from './servers.mjs';
import { StartError } from './start-error.mjs';
import { waitUntil } from './wait-until.mjs';

const READY_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 12_000;
/** A service that outlived its parent has lost its servers too, so it cannot finish its work. */
const LEFTOVER_TIMEOUT_MS = 1000;

/**
 * @typedef {{
 *   url: string,
 *   env: Record<string, string>,
 *   envOf(service: string): Record<string, string>,
 *   processes: Record<string, import('./supervised-program.mjs').SupervisedProgram>,
 *   servers: import('./servers.mjs').RunningServers['servers'],
 *   stop(): Promise<void>,
 * }} Product `env` has the servers' addresses with the account of the administrator, `envOf` with that of a service
 */

/**
 * Starts servers and services of a built repository and waits until every process is ready.
 *
 * @param {{ dataDir: string, port?: number, portShift?: number, env?: Record<string, string>,
 *   given?: Record<string, string | undefined>, onStopper?: (stop: () => Promise<void>) => void,
 *   onProgress: import('./progress.mjs').OnProgress }} options
 *   port: of the gateway, when the user chose one; env: more settings for every service; given: see startServers;
 *   onStopper receives a function that stops everything started so far, also during the start
 * @returns {Promise<Product>} `stop` ends the services first, then the servers
 */
export async function startProduct({
  dataDir,
  port,
  portShift = 0,
  env: extra,
  given,
  onStopper,
  onProgress,
}) {
  const programs = {};
  let servers;
  const stop = async () => {
    await Promise.all(Object.values(programs).map((one) => one.stop()));
    await servers?.stop();
  };
  onStopper?.(stop);
  try {
    await mkdir(dataDir, { recursive: true });
    servers = await startServers({ dataDir, portShift, given, onProgress });
    await Promise.all(PROCESSES.map(({ name }) => endLeftover(dataDir, name, LEFTOVER_TIMEOUT_MS)));
    const { IDENTITY_SECRET } = await rememberedSecrets(dataDir, ['IDENTITY_SECRET']);
    const ports = await choosePorts({ dataDir, port, portShift });
    const common = {
      NODE_ENV: 'production',
      LOG_LEVEL: process.env.LOG_LEVEL || 'info',
      // Caching compiled code makes later starts seconds faster.
      NODE_COMPILE_CACHE: path.join(ROOT, '.cache', 'node-compile'),
      ...urls(ports),
      IDENTITY_SECRET,
    };
    const env = { ...common, ...servers.env, ...extra };
    const envOf = (service) => ({ ...common, ...servers.envOf(service), ...extra });
    const { passwords } = servers;
    const started = Object.keys(servers.servers).sort();
    await migrate({ dataDir, env, envOf, port: ports.gateway, passwords, started, onProgress });

    const began = Date.now();
    await Promise.all(
      PROCESSES.map(async (one) => {
        const settings = { port: ports[one.name], env: envOf(one.service) };
        programs[one.name] = await startProcess({ ...one, ...settings, dataDir, onProgress });
      }),
    );
    const text = `${PROCESSES.length} processes are ready (${secondsSince(began)})`;
    onProgress({ part: 'Services', text, state: 'done' });
    return {
      url: `http://localhost:${ports.gateway}`,
      env,
      envOf,
      processes: programs,
      servers: servers.servers,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startProcess({ name, service, role, port, dataDir, env, onProgress }) {
  const main = path.join('services', service, 'dist', 'main.js');
  const args = ['--enable-source-maps', main, ...(role ? [role] : [])];
  const own = { ...env, PORT: String(port) };
  return startSupervised({
    part: name,
    onProgress,
    launch: () =>
      startChild({
        name,
        command: PINNED_NODE,
        args,
        cwd: ROOT,
        dataDir,
        env: own,
        stopWithinMs: STOP_WITHIN_MS,
      }),
    ready: (child) =>
      waitUntil(() => isReady(port + ADMIN_OFFSET), {
        withinMs: READY_WITHIN_MS,
        everyMs: 100,
        giveUp: () => (child.hasExited() ? 'it ended while starting' : undefined),
      }),
  });
}

async function isReady(adminPort) {
  const url = `http://127.0.0.1:${adminPort}/health/ready`;
  const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
  if (response.ok) return true;
  throw new Error(`not ready: ${(await response.text()).slice(0, 300)}`);
}

async function choosePorts({ dataDir, port, portShift }) {
  if (port && !(await isFree(port))) {
    throw new StartError('Gateway', `port ${port} is taken by another program`, {
      toDo: 'set HAMKHAN_PORT to a free one, or leave it out and one is chosen',
    });
  }
  const book = openPortBook(dataDir);
  const ports = {};
  for (const { name, port: preferred } of PROCESSES) {
    const isChosen = name === 'gateway' && port;
    ports[name] = isChosen ? port : await book.port(name, preferred + portShift, [0, ADMIN_OFFSET]);
  }
  return ports;
}

function urls(ports) {
  return Object.fromEntries(
    PROCESSES.filter(({ urlVariable }) => urlVariable).map(({ name, urlVariable }) => [
      urlVariable,
      `http://127.0.0.1:${ports[name]}`,
    ]),
  );
}
