import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { startChild } from './child-process.mjs';
import { findProgram } from './find-program.mjs';
import { ADMIN } from './server-passwords.mjs';
import { StartError } from './start-error.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { REDIS } from './versions.mjs';
import { waitUntil } from './wait-until.mjs';

const ADVICE = 'install Redis 7, or set REDIS_URL to a Redis of yours';

/** Redis, the schedule of the pipeline. */
export const redis = {
  part: 'Redis',
  installing: 'being installed',
  variables: ['REDIS_URL'],

  async check({ REDIS_URL }) {
    const url = new URL(REDIS_URL);
    const port = Number(url.port || 6379);
    await ping({ host: url.hostname, port, secure: url.protocol === 'rediss:' });
    return `answers on ${url.hostname}:${port}`;
  },

  /** @returns {Promise<{ program: string, from: string }>} */
  async obtain() {
    const onPath = findProgram('redis-server');
    if (onPath) return { program: onPath, from: onPath };
    await ensureSystemPackages([REDIS.debianPackage], 'Redis', ADVICE);
    const installed = findProgram('redis-server');
    if (!installed) throw new StartError('Redis', 'redis-server is not on PATH', { toDo: ADVICE });
    return { program: installed, from: 'apt' };
  },

  ports: { redis: 6479 },

  async prepare({ program, dataDir, ports, throwAway, passwords }) {
    const folder = path.join(dataDir, 'redis');
    await mkdir(folder, { recursive: true });
    const usersFile = path.join(folder, 'users.acl');
    await keepAdmin(usersFile, passwords.users[ADMIN]);
    const port = String(ports.redis);
    const args = [
      '--port',
      port,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      throwAway ? 'no' : 'yes',
    ];
    // A leftover process is recognised by its arguments, so Redis must not change its process title.
    args.push('--maxmemory-policy', 'noeviction', '--dir', folder, '--set-proc-title', 'no');
    args.push('--aclfile', usersFile);
    return {
      launch: () => startChild({ name: 'redis', command: program, args, dataDir }),
      ready: (child) =>
        waitUntil(() => ping({ host: '127.0.0.1', port: ports.redis }), {
          withinMs: 30_000,
          giveUp: () => (child.hasExited() ? 'it ended while starting' : undefined),
        }),
      where: `127.0.0.1:${port}`,
      env: { REDIS_URL: url(port, ADMIN, passwords.users[ADMIN]) },
      envOf: (service) => ({ REDIS_URL: url(port, `hamkhan-${service}`, passwords.users[service]) }),
    };
  },
};

const url = (port, user, password) => `redis://${user}:${password}@127.0.0.1:${port}`;

/** Writes the administrator into the file of users; Redis itself adds the services' users to it (`ACL SAVE`). */
async function keepAdmin(usersFile, password) {
  const hash = createHash('sha256').update(password).digest('hex');
  const text = await readFile(usersFile, 'utf8').catch(() => '');
  const others = text.split('\n').filter((line) => line && !/^user (default|admin) /.test(line));
  const lines = ['user default off', `user ${ADMIN} on #${hash} ~* &* +@all`, ...others];
  await writeFile(usersFile, `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** Resolves when Redis serves, also when it requires a password; rejects while it loads its data. */
function ping({ host, port, secure = false }) {
  return new Promise((resolve, reject) => {
    const socket = secure
      ? tls.connect({ host, port, timeout: 3000 })
      : net.connect({ host, port, timeout: 3000 });
    const finish = (settle, value) => {
      socket.destroy();
      settle(value);
    };
    socket.once('error', (error) => finish(reject, error));
    socket.once('timeout', () => finish(reject, new Error(`no response from ${host}:${port}`)));
    socket.once('close', () => reject(new Error(`${host}:${port} closed the connection`)));
    socket.once(secure ? 'secureConnect' : 'connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      const reply = data.toString();
      if (reply.startsWith('+PONG') || reply.startsWith('-NOAUTH')) finish(resolve, true);
      else finish(reject, new Error(reply.trim()));
    });
  });
}
