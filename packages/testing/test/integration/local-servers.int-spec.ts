import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@hamkhan/testing/wait-for';
import mongoose from 'mongoose';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../../deploy/local');
const GIVEN = ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'];
const PORT_SHIFT = 700;

type Step = { part: string; text: string; state?: string };
type Supervised = { readonly child: { pid: number; kill: (signal: string) => void } };
type Running = {
  env: Record<string, string>;
  envOf: (service: string) => Record<string, string>;
  servers: Record<string, Supervised>;
  stop: () => Promise<void>;
};
type Options = {
  dataDir: string;
  only: string[];
  portShift: number;
  throwAway: boolean;
  onProgress: (step: Step) => void;
};
type Servers = { startServers: (options: Options) => Promise<Running> };

const load = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(join(FOLDER, file)).href)) as T;
describe('the servers without Docker', () => {
  const saved: Record<string, string | undefined> = {};
  let dataDir: string;
  let steps: Step[];
  let running: Running | undefined;

  const start = async (server: string, { throwAway = false } = {}): Promise<Running> => {
    const { startServers } = await load<Servers>('servers.mjs');
    const onProgress = (step: Step): void => void steps.push(step);
    running = await startServers({
      dataDir,
      only: [server],
      portShift: PORT_SHIFT,
      throwAway,
      onProgress,
    });
    return running;
  };
  const mongo = async (
    uri: string | undefined,
    { $db = 'admin', ...command }: { $db?: string } & Record<string, unknown>,
  ): Promise<Record<string, unknown>> => {
    const client = new mongoose.mongo.MongoClient(uri ?? '');
    try {
      return await client.db($db).command(command);
    } finally {
      await client.close();
    }
  };

  beforeEach(async () => {
    for (const name of GIVEN) {
      saved[name] = process.env[name];
      Reflect.deleteProperty(process.env, name);
    }
    dataDir = await mkdtemp(join(tmpdir(), 'local-servers-'));
    steps = [];
  });

  afterEach(async () => {
    await running?.stop();
    running = undefined;
    for (const name of GIVEN) if (saved[name] !== undefined) process.env[name] = saved[name];
    await rm(dataDir, { recursive: true, force: true });
  });

  it('keeps data and ports when the servers start a second time', async () => {
    const first = await start('mongodb');
    const insert = { insert: 'books', documents: [{ title: 'candle' }], $db: 'kept' };
    expect(await mongo(first.env.MONGODB_URI, insert)).toMatchObject({ ok: 1, n: 1 });
    await first.stop();
    const second = await start('mongodb');
    expect(second.env).toEqual(first.env);
    expect(await mongo(second.env.MONGODB_URI, { count: 'books', $db: 'kept' })).toMatchObject({ n: 1 });
  }, 60_000);

  it('makes its own passwords, keeps them between starts, and offers MongoDB clients no compression', async () => {
    const first = await start('mongodb');
    expect(first.env.MONGODB_URI).toMatch(/^mongodb:\/\/admin:[\w-]{43}@/);
    expect(first.envOf('auth').MONGODB_URI).toMatch(/^mongodb:\/\/hamkhan_auth:[\w-]{43}@/);
    const passwordIn = (uri = ''): string => /:([\w-]{43})@/.exec(uri)?.[1] ?? '';
    expect(passwordIn(first.envOf('auth').MONGODB_URI)).not.toBe(passwordIn(first.env.MONGODB_URI));
    const hello = await mongo(first.env.MONGODB_URI, { hello: 1, compression: ['zlib', 'snappy', 'zstd'] });
    expect(hello).not.toHaveProperty('compression');
    expect((await stat(join(dataDir, 'mongodb-key'))).mode & 0o777).toBe(0o600);
  }, 60_000);

  it('starts with empty data with throwAway', async () => {
    const first = await start('mongodb', { throwAway: true });
    await mongo(first.env.MONGODB_URI, { insert: 'books', documents: [{ title: 'candle' }], $db: 'kept' });
    const reply = await mongo(first.env.MONGODB_URI, { replSetGetConfig: 1 });
    expect(reply).toMatchObject({ config: { writeConcernMajorityJournalDefault: false } });
    await first.stop();
    const second = await start('mongodb', { throwAway: true });
    expect(await mongo(second.env.MONGODB_URI, { count: 'books', $db: 'kept' })).toMatchObject({ n: 0 });
  }, 60_000);

  it('moves a server with its data to another port when its port is taken', async () => {
    const first = await start('mongodb');
    await mongo(first.env.MONGODB_URI, { insert: 'books', documents: [{ title: 'candle' }], $db: 'kept' });
    await first.stop();
    const intruder = await listenOn(portOf(first.env.MONGODB_URI));
    try {
      const second = await start('mongodb');
      expect(second.env.MONGODB_URI).not.toBe(first.env.MONGODB_URI);
      expect(await mongo(second.env.MONGODB_URI, { count: 'books', $db: 'kept' })).toMatchObject({ n: 1 });
      expect(await mongo(second.env.MONGODB_URI, { hello: 1 })).toMatchObject({ isWritablePrimary: true });
    } finally {
      intruder.close();
    }
  }, 60_000);

  it('restarts a killed server and reports it', async () => {
    const { servers } = await start('redis');
    const killed = servers.redis?.child.pid;
    servers.redis?.child.kill('SIGKILL');
    await waitFor('redis to run again', () => steps.some(({ text }) => text === 'runs again'));
    expect(servers.redis?.child.pid).not.toBe(killed);
    expect(steps).toContainEqual({
      part: 'Redis',
      text: 'ended by itself (SIGKILL); starting again in 0.5 s',
      state: 'failed',
    });
  }, 60_000);

  it('leaves no process running when the parent is killed', async () => {
    const program = join(FOLDER, 'servers.mjs');
    const script = `import(${JSON.stringify(pathToFileURL(program).href)}).then(({ startServers }) =>
      startServers({ dataDir: ${JSON.stringify(dataDir)}, only: ['redis'], portShift: ${PORT_SHIFT} }))
      .then(({ servers }) => { console.log('pid=' + servers.redis.child.pid); setInterval(() => {}, 1000); });`;
    const parent = spawn(process.execPath, ['-e', script], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    parent.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const pid = Number(await waitFor('redis to be started', () => /pid=(\d+)/.exec(output)?.[1], 30_000));
    const { bornAt } = await load<{ bornAt: (pid: number) => string | undefined }>('child-process.mjs');
    expect(bornAt(pid)).toBeDefined();
    parent.kill('SIGKILL');
    await waitFor('redis to end', () => bornAt(pid) === undefined);
  }, 60_000);

  it('refuses a data folder that another process uses', async () => {
    await start('redis');
    const first = running;
    // The lock belongs to this process; pretend that another live process holds it.
    const owner = join(dataDir, 'owner.json');
    const { bornAt } = await load<{ bornAt: (pid: number) => string }>('child-process.mjs');
    await writeFile(owner, JSON.stringify({ pid: 1, born: bornAt(1) }));
    await expect(start('redis')).rejects.toMatchObject({
      message: expect.stringContaining('is in use: process 1'),
      toDo: expect.stringContaining('HAMKHAN_DATA'),
    });
    running = first;
  }, 60_000);

  it('names the problem of a given address and the remedy', async () => {
    process.env.REDIS_URL = 'redis://127.0.0.1:1';
    await expect(start('redis')).rejects.toMatchObject({
      part: 'Redis',
      message: expect.stringContaining('REDIS_URL does not answer'),
      toDo: expect.stringContaining('unset it'),
    });
  });

  it('stores its secrets in a file that only its owner can read', async () => {
    const { rememberedSecrets } = await load<{
      rememberedSecrets: (dir: string, names: string[]) => Promise<Record<string, string>>;
    }>('secrets.mjs');
    const first = await rememberedSecrets(dataDir, ['A']);
    const second = await rememberedSecrets(dataDir, ['A', 'B']);
    expect(second.A).toBe(first.A);
    expect(second.B).toMatch(/^[\w-]{43}$/);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toContain(second.B);
  });
});

function portOf(uri = ''): number {
  return Number(/:(\d+)\//.exec(uri)?.[1]);
}

function listenOn(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
