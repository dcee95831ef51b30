import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endLeftover } from './child-process.mjs';
import { lockDataFolder } from './data-folder-lock.mjs';
import { kafka } from './kafka.mjs';
import { startSupervised } from './supervised-program.mjs';
import { minio } from './minio.mjs';
import { mongodb } from './mongodb.mjs';
import { openPortBook } from './port-book.mjs';
import { printFailure, printProgress, secondsSince } from './progress.mjs';
import { redis } from './redis.mjs';
import { serverPasswords } from './server-passwords.mjs';
import { onShutdown, shutDown, stopInOrder } from './shutdown.mjs';
import { StartError } from './start-error.mjs';

const SAY_INSTALLING_AFTER_MS = 1500;

/** MinIO first: its build is the only long step. */
const SERVERS = { minio, kafka, mongodb, redis };

/**
 * @typedef {'minio' | 'kafka' | 'mongodb' | 'redis'} ServerName
 * @typedef {{
 *   env: Record<string, string>,
 *   envOf(service: string): Record<string, string>,
 *   passwords: import('./server-passwords.mjs').ServerPasswords,
 *   servers: Partial<Record<ServerName, import('./supervised-program.mjs').SupervisedProgram>>,
 *   stop(): Promise<void>,
 * }} RunningServers `env` has the addresses with the account of the administrator, `envOf` with that of a service, which
 *   packages/platform/dist/access/apply-access.js creates; `servers` holds those that run here, to stop, start or pause one alone
 *   in a fault test
 */

/**
 * Installs the programs without starting them, so that long installs run beside other work.
 *
 * @param {{ only?: ServerName[], onProgress?: import('./progress.mjs').OnProgress }} [options]
 */
export async function installServers({ only, onProgress = printProgress } = {}) {
  await allOrFirstError(
    chosen(only).map(([, server]) => !isGiven(server, process.env) && obtain(server, onProgress)),
  );
}

/**
 * Starts the servers, or checks those whose address is given, and waits until each one serves requests.
 *
 * @param {{ dataDir: string, only?: ServerName[], portShift?: number, given?: Record<string, string | undefined>,
 *   throwAway?: boolean, onProgress?: import('./progress.mjs').OnProgress }} options portShift moves the preferred
 *   ports, so that several data folders can run side by side; given: variables with the addresses of servers to use
 *   instead, the environment by default; throwAway: start empty, and faster at the price of losing data in a crash, for tests
 * @returns {Promise<RunningServers>}
 * @throws {StartError} that names the failure and the remedy; what had started is stopped again
 */
export async function startServers({
  dataDir,
  only,
  portShift = 0,
  given = process.env,
  throwAway = false,
  onProgress = printProgress,
}) {
  const folder = path.resolve(dataDir);
  const unlock = await lockDataFolder(folder);
  const running = {};
  const stop = async () => {
    await Promise.all(Object.values(running).map((program) => program.stop()));
    await unlock();
  };
  try {
    const book = openPortBook(folder);
    const passwords = await serverPasswords(folder);
    const env = {};
    const accounts = [];
    const start = async ([name, server]) => {
      const began = Date.now();
      const { part } = server;
      if (isGiven(server, given)) {
        const variables = [...server.variables, ...(server.optionalVariables ?? [])];
        const address = Object.fromEntries(
          variables.filter((variable) => given[variable]).map((variable) => [variable, given[variable]]),
        );
        onProgress({
          part,
          text: `${await checkGiven(server, address)} (given in the environment)`,
          state: 'done',
        });
        accounts.push(() => address);
        return Object.assign(env, address);
      }
      const { program, from } = await obtain(server, onProgress);
      await endLeftover(folder, name);
      if (throwAway) await rm(path.join(folder, name), { recursive: true, force: true });
      const ports = {};
      for (const [key, preferred] of Object.entries(server.ports))
        ports[key] = await book.port(key, preferred + portShift);
      const {
        launch,
        ready,
        where,
        env: address,
        envOf,
      } = await server.prepare({ program, dataDir: folder, ports, throwAway, passwords });
      running[name] = await startSupervised({ part, launch, ready, onProgress });
      Object.assign(env, address);
      accounts.push(envOf);
      onProgress({ part, text: `ready on ${where}, from ${from} (${secondsSince(began)})`, state: 'done' });
    };
    await allOrFirstError(chosen(only).map(start));
    const envOf = (service) => Object.assign({}, ...accounts.map((account) => account(service)));
    return { env, envOf, passwords, servers: running, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function chosen(only) {
  return Object.entries(SERVERS).filter(([name]) => !only || only.includes(name));
}

const isGiven = (server, given) => Boolean(given[server.variables[0]]);

async function checkGiven(server, given) {
  const missing = server.variables.filter((variable) => !given[variable]);
  if (missing.length > 0) {
    throw new StartError(server.part, `${server.variables[0]} is set, but ${missing.join(' and ')} is not`, {
      toDo: 'set all of them, or none',
    });
  }
  return server.check(given).catch((error) => {
    if (error instanceof StartError) throw error;
    throw new StartError(
      server.part,
      `the address in ${server.variables[0]} does not answer: ${error.message}`,
      {
        toDo: `start that server, correct ${server.variables[0]}, or unset it and one is started for you`,
        cause: error,
      },
    );
  });
}

async function obtain(server, onProgress) {
  const { part } = server;
  const timer = setTimeout(() => onProgress({ part, text: server.installing }), SAY_INSTALLING_AFTER_MS);
  try {
    return await server.obtain();
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for all, so that nothing continues in the background, then throws the first error. */
async function allOrFirstError(promises) {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The addresses as lines that a shell can read with `source`. */
export function asExportLines(env) {
  const quote = (value) => `'${value.replaceAll("'", `'\\''`)}'`;
  return Object.entries(env)
    .map(([name, value]) => `export ${name}=${quote(value)}\n`)
    .join('');
}

/** `node deploy/local/servers.mjs up`: the servers alone, in the foreground, with their addresses in servers.env. */
async function up() {
  stopInOrder();
  const dataDir = path.resolve(process.env.HAMKHAN_DATA || '.data');
  const portShift = Number(process.env.HAMKHAN_PORT_SHIFT || 0);
  try {
    const { env, stop } = await startServers({ dataDir, portShift });
    onShutdown(stop);
    const file = path.join(dataDir, 'servers.env');
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, asExportLines(env), { mode: 0o600 });
    printProgress({ part: 'Addresses', text: `in ${file}; Ctrl-C stops the servers`, state: 'note' });
    setInterval(() => undefined, 60_000);
  } catch (error) {
    printFailure(error);
    await shutDown(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv[2] === 'up') await up();
  else {
    process.stderr.write('usage: node deploy/local/servers.mjs up\n');
    process.exitCode = 2;
  }
}
