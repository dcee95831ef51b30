import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { cachedFolder } from './cache-folder.mjs';
import { startChild } from './child-process.mjs';
import { findProgram } from './find-program.mjs';
import { isListening } from './free-port.mjs';
import { goToolchain } from './go-toolchain.mjs';
import { runCommand } from './run-command.mjs';
import { ADMIN } from './server-passwords.mjs';
import { StartError } from './start-error.mjs';
import { MINIO } from './versions.mjs';
import { waitUntil } from './wait-until.mjs';

const ADVICE =
  'install a minio program, or set S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY to an object store of yours';

/** MinIO, the object store. */
export const minio = {
  part: 'MinIO',
  installing: 'being built from source: two to three minutes, the first time only',
  variables: ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],

  async check({ S3_ENDPOINT }) {
    const url = new URL(S3_ENDPOINT);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    if (!(await isListening(url.hostname, port))) throw new Error(`${url.hostname}:${port} does not answer`);
    return `answers on ${url.hostname}:${port}`;
  },

  /** @returns {Promise<{ program: string, from: string }>} */
  async obtain() {
    const onPath = findProgram('minio');
    if (onPath) return { program: onPath, from: onPath };
    const folder = await cachedFolder(`minio-${MINIO.moduleVersion}`, build);
    return { program: path.join(folder, 'minio'), from: 'the cache folder' };
  },

  ports: { minio: 9100 },

  async prepare({ program, dataDir, ports, passwords }) {
    const folder = path.join(dataDir, 'minio');
    await mkdir(folder, { recursive: true });
    const address = `127.0.0.1:${ports.minio}`;
    const args = ['server', folder, '--address', address, '--quiet'];
    const env = {
      MINIO_ROOT_USER: ADMIN,
      MINIO_ROOT_PASSWORD: passwords.users[ADMIN],
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    };
    return {
      launch: () => startChild({ name: 'minio', command: program, args, dataDir, env }),
      ready: (child) => answersReady(`http://${address}/minio/health/ready`, child),
      where: address,
      env: addressOf(address, ADMIN, passwords.users[ADMIN]),
      envOf: (service) => addressOf(address, `hamkhan-${service}`, passwords.users[service]),
    };
  },
};

const addressOf = (address, account, secret) => ({
  S3_ENDPOINT: `http://${address}`,
  S3_ACCESS_KEY: account,
  S3_SECRET_KEY: secret,
});

/** Builds MinIO from its source module; the Go checksum database vouches for every module. Minutes on two cores. */
async function build(folder) {
  const { go, env } = await goToolchain();
  const settings = { CGO_ENABLED: '0', GOFLAGS: '-trimpath', GOTOOLCHAIN: 'local', GOBIN: folder, ...env };
  const target = `${MINIO.module}@${MINIO.moduleVersion}`;
  await runCommand(go, ['install', '-ldflags=-s -w', target], { env: settings }).catch((error) => {
    throw new StartError('MinIO', `could not be built: ${error.message}`, {
      toDo: `check the connection to the Go module proxy, or ${ADVICE}`,
      cause: error,
    });
  });
}

function answersReady(url, child) {
  const check = async () => (await fetch(url, { signal: AbortSignal.timeout(3000) })).ok;
  const giveUp = () => (child.hasExited() ? 'it ended while starting' : undefined);
  return waitUntil(check, { withinMs: 60_000, giveUp });
}
