import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const SERVICES = ['auth', 'documents', 'pipeline', 'pipeline-worker', 'finance', 'ai', 'gateway'];
/** Reads uploads for the services; a local start reads them in child processes. */
const CONVERTER = 'converter';
const SERVERS = ['mongodb', 'kafka', 'minio', 'redis'];

type Versions = {
  MONGODB: { imageVersion: string };
  KAFKA: { version: string };
  MINIO: { version: string; moduleVersion: string };
  REDIS: { version: string };
};
type LocalProcess = { name: string; service: string; role?: string };

const text = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');
const local = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(join(ROOT, 'deploy/local', file)).href)) as T;

/** The YAML block of each service in compose.yaml, by name. */
function blocksOf(compose: string): Map<string, string> {
  const services = /^services:\n((?:(?: .*)?\n)*)/m.exec(compose)?.[1] ?? '';
  const blocks = services.matchAll(/^ {2}([a-z-]+):\n((?:(?: {4}.*| {2}#.*)?\n)*)/gm);
  return new Map([...blocks].map(([, name = '', body = '']) => [name, body]));
}

describe('deploy/compose.yaml', () => {
  let blocks: Map<string, string>;
  let dockerfile: string;
  let versions: Versions;

  beforeAll(async () => {
    blocks = blocksOf(await text('deploy/compose.yaml'));
    dockerfile = await text('deploy/Dockerfile');
    versions = await local<Versions>('versions.mjs');
  });

  it('has the four servers, the migration and the seven processes of a local start', async () => {
    const { PROCESSES } = await local<{ PROCESSES: LocalProcess[] }>('processes.mjs');
    expect(PROCESSES.map(({ name }) => name).sort()).toEqual([...SERVICES].sort());
    expect([...blocks.keys()].sort()).toEqual([...SERVERS, 'migrate', CONVERTER, ...SERVICES].sort());
    for (const { name, service, role } of PROCESSES) {
      const words = [service, ...(role ? [role] : [])].map((word) => `'${word}'`).join(', ');
      expect(blocks.get(name)).toContain(`command: [${words}]`);
    }
  });

  it('runs the server versions that deploy/local runs', () => {
    expect(blocks.get('mongodb')).toContain(`image: mongo:${versions.MONGODB.imageVersion}\n`);
    expect(blocks.get('kafka')).toContain(`image: apache/kafka:${versions.KAFKA.version}\n`);
    expect(blocks.get('redis')).toContain(`image: redis:${versions.REDIS.version}\n`);
    expect(blocks.get('minio')).toContain(`image: hamkhan-minio:${versions.MINIO.version}\n`);
    expect(blocks.get('minio')).toContain(versions.MINIO.moduleVersion);
    expect(dockerfile).toContain(`ARG MINIO_VERSION=${versions.MINIO.moduleVersion}\n`);
  });

  it('runs the Node that the packages pin', async () => {
    const { devDependencies } = JSON.parse(await text('package.json')) as {
      devDependencies: Record<string, string>;
    };
    const images = [...dockerfile.matchAll(/^FROM node:(\S+)-bookworm-slim/gm)].map(([, version]) => version);
    expect(images).toEqual([devDependencies.node, devDependencies.node]);
  });

  it('publishes the port of the gateway and no other', () => {
    const published = [...blocks].filter(([, block]) => /^ {4}ports:/m.test(block)).map(([name]) => name);
    expect(published).toEqual(['gateway']);
  });

  it('gives every service an account of its own at each server, and none that of the administrator', async () => {
    const { PROCESSES } = await local<{ PROCESSES: LocalProcess[] }>('processes.mjs');
    const compose = await text('deploy/compose.yaml');
    const shared = /^x-pipeline-environment:[^]*?^services:/m.exec(compose)?.[0] ?? '';
    for (const { name, service } of PROCESSES) {
      const block = `${service === 'pipeline' ? shared : ''}${blocks.get(name)}`;
      expect(block).toContain(`KAFKA_USERNAME: ${service}\n`);
      const passwords = [...block.matchAll(/\$\{PASSWORD_OF_([A-Z]+)/g)].map(([, owner]) => owner);
      expect(new Set(passwords)).toEqual(new Set([service.toUpperCase()]));
      const accounts = [...block.matchAll(/(?:mongodb:\/\/|:-redis\}:\/\/|S3_ACCESS_KEY: )([\w-]+)/g)];
      for (const [, account] of accounts) expect(account).toMatch(new RegExp(`^hamkhan[-_]${service}$`));
    }
  });

  it('lets nobody use a server without a password', () => {
    expect(blocks.get('mongodb')).toContain('- --keyFile=/tmp/key\n');
    expect(blocks.get('redis')).toContain("'user default off'");
    expect(blocks.get('kafka')).toContain('CONTROLLER:SASL_PLAINTEXT,CLIENT:SASL_PLAINTEXT\n');
    expect(blocks.get('kafka')).toContain('StandardAuthorizer\n');
    expect(blocks.get('minio')).toContain('MINIO_ROOT_PASSWORD: ${PASSWORD_OF_ADMIN}\n');
  });

  it('serves real readers unless told otherwise, and passes the proxies that the gateway may trust', () => {
    for (const name of ['auth', 'pipeline-worker']) {
      expect(blocks.get(name)).toContain('DEPLOYMENT: ${DEPLOYMENT:-production}\n');
    }
    expect(blocks.get('gateway')).toMatch(/^ {6}TRUSTED_PROXIES:$/m);
  });

  it('checks the health of every server and service', () => {
    for (const name of SERVERS) expect(blocks.get(name)).toMatch(/^ {4}healthcheck:/m);
    for (const name of SERVICES) expect(blocks.get(name)).toMatch(/<<: \*service/);
    expect(dockerfile).toMatch(/^FROM node:\S+ AS app\n[^]*^HEALTHCHECK [^]*\/health\/ready/m);
  });

  it('runs our images as users without privileges', () => {
    expect(dockerfile).toMatch(/AS app\n[^]*^USER node$/m);
    expect(dockerfile).toMatch(/AS minio\n[^]*^USER minio$[^]*AS build\n/m);
  });

  it('limits CPU and memory of the worker and of the converter', () => {
    expect(blocks.get('pipeline-worker')).toMatch(/limits: \{ cpus: '\d+', memory: \d+g \}/);
    expect(blocks.get(CONVERTER)).toMatch(/limits: \{ cpus: '\d+', memory: \d+g, pids: \d+ \}/);
  });

  it('reads uploads in a container without network, secrets and privileges', async () => {
    const converter = blocks.get(CONVERTER) ?? '';
    expect(converter).toContain('network_mode: none\n');
    expect(converter).toMatch(/user: '(\d+):\1'/);
    expect(dockerfile).toMatch(/install -d -o 10002 -g 10002 .*\/run\/converter/);
    const shared = /^x-service: &service\n((?: {2}.*\n)*)/m.exec(await text('deploy/compose.yaml'))?.[1];
    expect(shared).toContain('read_only: true\n');
    expect(shared).toContain('cap_drop: [ALL]\n');
    const variables = /^ {4}environment:\n((?: {6}.*\n)*)/m.exec(converter)?.[1] ?? '';
    expect([...variables.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name)).toEqual([
      'SANDBOX',
      'SANDBOX_SOCKET',
    ]);
    expect(variables).not.toContain('<<');
    expect(converter.match(/^ {4}volumes:.*$/m)?.[0]).toBe("    volumes: ['converter:/run/converter']");
  });

  it('gives the services that take files the socket of the converter, and no more privileges than others', () => {
    for (const name of ['auth', 'documents', 'pipeline-worker']) {
      expect(blocks.get(name)).toContain("volumes: ['converter:/run/converter:ro']\n");
      expect(blocks.get(name)).toMatch(/<<: \[\*[a-z-]+, \*sandbox-environment\]/);
      expect(blocks.get(name)).not.toContain('security_opt');
    }
  });

  it('lets the converter isolate its processes, and keeps it from the kernel calls of administrators', async () => {
    const worker = blocks.get(CONVERTER);
    for (const option of [
      'no-new-privileges:true',
      'seccomp=./seccomp-worker.json',
      'systempaths=unconfined',
    ]) {
      expect(worker).toContain(`- ${option}\n`);
    }
    expect(dockerfile).toContain(' bubblewrap ');
    const profile = JSON.parse(await text('deploy/seccomp-worker.json')) as {
      syscalls: { names: string[] }[];
    };
    const refused = profile.syscalls.flatMap(({ names }) => names);
    expect(refused).toEqual(
      expect.arrayContaining(['bpf', 'keyctl', 'kexec_load', 'ptrace', 'io_uring_setup']),
    );
    for (const needed of ['clone', 'mount', 'pivot_root', 'umount2', 'unshare'])
      expect(refused).not.toContain(needed);
  });

  it('copies the manifest of every workspace before it installs packages', async () => {
    const lock = JSON.parse(await text('package-lock.json')) as { packages: Record<string, unknown> };
    const workspaces = Object.keys(lock.packages).filter(
      (folder) => folder && !folder.includes('node_modules'),
    );
    expect(workspaces.length).toBeGreaterThan(9);
    for (const folder of workspaces) {
      expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`);
    }
  });
});
