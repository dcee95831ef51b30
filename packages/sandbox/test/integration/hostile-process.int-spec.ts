import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UtilLinux } from '../../src/isolation/util-linux.js';
import type { Layer } from '../../src/launch/layers.js';
import { prepareSandbox, SandboxMissingError } from '../../src/launch/sandbox.js';
import { messagesOf } from '../../src/process/messages.js';
import type { Isolation, ProcessLimits } from '../../src/process/sandbox-process.js';

const SCRIPT = fileURLToPath(new URL('./hostile/attack.mjs', import.meta.url));
const LIMITS: ProcessLimits = { cpuSeconds: 60, memoryMb: 400, isAwaited: true };
const SECRET = `secret-of-another-process-${process.pid}`;
const PROGRAM = { name: 'attack', entry: SCRIPT };
/** System call numbers of x86_64 and arm64. */
const call = (x64: number, arm64: number): number => (process.arch === 'arm64' ? arm64 : x64);

const sandbox = await prepareSandbox('available');
const held = new Set<Layer>(sandbox.layers.filter(({ holds }) => holds).map(({ layer }) => layer));
/** Skips a test whose layer can't hold on this machine, as the start-up report says. */
const needs = (...layers: Layer[]) => (layers.every((layer) => held.has(layer)) ? it : it.skip);
const missing = sandbox.missing.map(({ layer, text }) => `${layer}: ${text}`).join('; ') || 'nothing';

describe(`A hostile process (isolation by ${sandbox.isolation.name}, missing here: ${missing})`, () => {
  let folder = '';
  let document = '';
  let config = '';
  let setUid = '';
  let server: Server;
  const victim = spawn('sleep', ['600'], { env: { ...process.env, SECRET } });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    [document, config, setUid] = ['document.pdf', 'service.env', 'set-uid-id'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(document, '%PDF-1.7');
    await writeFile(config, 'S3_SECRET_KEY=1');
    await copyFile('/usr/bin/id', setUid);
    await chmod(setUid, 0o4755);
    server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    victim.kill();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the attack achieved: the last line that it wrote, or null if it was ended before. */
  const attack = async (
    name: string,
    target: unknown = {},
    {
      isolation = sandbox.isolation,
      limits = LIMITS,
    }: { isolation?: Isolation; limits?: ProcessLimits } = {},
  ) => {
    const args = [name, JSON.stringify(target)];
    const started = await isolation.start({ program: PROGRAM, args, document, folders: [setUid], limits });
    try {
      let text = '';
      for await (const chunk of started.messages as AsyncIterable<Buffer>) text += chunk.toString();
      const { code } = await started.ended;
      const last = text.trim().split('\n').pop() ?? '';
      return { result: last === '' ? null : (JSON.parse(last) as unknown), code };
    } finally {
      started.kill();
      await started.cleanUp();
    }
  };
  const unprotected = { isolation: new UtilLinux(false) };
  const resultOf = async (...args: Parameters<typeof attack>) => (await attack(...args)).result;

  needs('files')('reads no secret of the system and no configuration of the service', async () => {
    const files = ['/etc/passwd', '/etc/shadow', config, join(process.cwd(), 'package.json')];
    expect(await resultOf('read-files', { files }, unprotected)).toEqual(expect.arrayContaining([config]));
    expect(await resultOf('read-files', { files })).toEqual([]);
    expect(await resultOf('read-files', { files: [document] })).toEqual([document]);
  });

  needs('processes')('finds no other process, its environment, or a way to signal it', async () => {
    expect(await resultOf('environment', { secret: SECRET }, unprotected)).toContain(String(victim.pid));
    expect(await resultOf('environment', { secret: SECRET })).toEqual([]);
    const { seen, kill } = (await resultOf('processes', { pid: victim.pid })) as {
      seen: number;
      kill: string;
    };
    expect(seen).toBeLessThan(8);
    expect(kill).toBe('ESRCH');
  });

  it('gets an environment without secrets', async () => {
    const names = (await resultOf('own-environment')) as string[];
    const allowed = ['PATH', 'LC_ALL', 'HOME', 'TMPDIR', 'OMP_THREAD_LIMIT', 'PWD', 'OLDPWD', '_', 'SHLVL'];
    expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  needs('network')('reaches no server, not even on this machine', async () => {
    const { port } = server.address() as AddressInfo;
    expect(await resultOf('network', { port }, unprotected)).toBe('connected');
    expect(await resultOf('network', { port })).not.toBe('connected');
  });

  needs('system calls')(
    'traces no process, and makes no namespace, mount, socket, key or kernel program',
    async () => {
      const ptrace = call(101, 117);
      expect(await resultOf('ptrace', { ptrace }, unprotected)).toBe('result 0');
      expect(await resultOf('ptrace', { ptrace })).toBe('error 38');
      const calls = {
        socket: [call(41, 198), 2, 1, 0],
        unshare: [call(272, 97), 0x10000000],
        clone: [call(56, 220), 0x10000011, 0, 0, 0, 0],
        mount: [call(165, 40), 0, 0, 0, 0, 0],
        keyctl: [call(250, 219), 0, -3, 0],
        bpf: [call(321, 280), 0, 0, 0],
        io_uring_setup: [425, 1, 0],
        memfd_create: [call(319, 279), 0, 0],
      };
      const answers = (await resultOf('calls', { calls })) as Record<string, string>;
      expect(answers).toEqual({
        ...Object.fromEntries(Object.keys(calls).map((name) => [name, 'error 38'])),
        clone: 'error 1',
      });
    },
  );

  needs('files')('writes nowhere but to its work folder', async () => {
    const folders = ['/', '/tmp', '/var/tmp', '/dev', '/dev/shm', '/etc', '/usr', folder, process.cwd()];
    expect(await resultOf('write', { folders: [...folders, '.'] })).toEqual(['.']);
    expect(await resultOf('write-document', { document })).toMatch(/^(EROFS|EACCES)$/);
    expect(readdirSync(folder).filter((name) => name.startsWith('hostile-'))).toEqual([]);
  });

  needs('files', 'limits')('can’t fill the disk', async () => {
    const megabytes = (await resultOf('fill-disk')) as number;
    expect(megabytes).toBeGreaterThan(100);
    expect(megabytes).toBeLessThanOrEqual(512);
  });

  needs('limits')('can’t write a large file', async () => {
    expect(await resultOf('large-file', {}, unprotected)).toBe('refused');
    expect(await resultOf('large-file')).toBe('refused');
  });

  needs('limits')('can’t start processes without end', async () => {
    const count = (await resultOf('fork-bomb')) as number;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(256);
  });

  needs('limits')('can’t take more memory than the limit', async () => {
    const { result, code } = await attack('memory', {}, { limits: { ...LIMITS, memoryMb: 100 } });
    expect(result).toBeLessThan(2 * 100 + 1_024);
    expect(code).not.toBe(0);
  });

  needs('limits')('is ended at its processor time', async () => {
    const { result, code } = await attack('loop', {}, { limits: { ...LIMITS, cpuSeconds: 1 } });
    expect([result, code === 0]).toEqual([null, false]);
  });

  needs('privileges')('gains no user by a set-uid program', async () => {
    const { made, user } = (await resultOf('set-uid', { program: setUid })) as { made: string; user: string };
    expect(made).toBe('failed');
    expect(user).not.toBe('0');
  });

  needs('processes')('leaves no process behind when it is killed', async () => {
    const marker = `hostile-daemon-${process.pid}`;
    const alive = (): string[] =>
      readdirSync('/proc').filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker);
        } catch {
          return false;
        }
      });
    expect(await resultOf('start-daemon', { marker })).toBe('started');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(alive()).toEqual([]);
  });

  it.each([
    ['is silent', 'wait', LIMITS, 'timed_out'],
    ['takes much memory', 'hold-memory', { ...LIMITS, memoryMb: 150 }, 'out_of_memory'],
    ['sends a message of 4 GB', 'huge-message', LIMITS, 'crashed'],
    ['begins a message and never ends it', 'endless-message', LIMITS, 'timed_out'],
    ['sends messages without end', 'endless-messages', LIMITS, 'crashed'],
    ['sends noise', 'noise', LIMITS, 'crashed'],
    ['closes the pipe of its messages', 'close-messages', LIMITS, 'timed_out'],
    ['sends no message', 'own-environment', LIMITS, 'crashed'],
  ] as const)('is ended when it %s', async (_, name, limits, reason) => {
    const request = { program: PROGRAM, args: [name], document, folders: [], limits };
    const started = await sandbox.isolation.start(request);
    const silenceMs = name === 'hold-memory' ? 20_000 : 1_500;
    const watch = { silenceMs, messages: 20, signal: new AbortController().signal };
    try {
      const read = async (): Promise<void> => {
        for await (const frame of messagesOf(started, ({ message }) => message, watch))
          expect(frame).toBe('more');
      };
      await expect(read()).rejects.toMatchObject({ reason });
      await started.ended;
    } finally {
      started.kill();
      await started.cleanUp();
    }
  });

  it('is ended with everything when its group is killed', async () => {
    const started = await sandbox.isolation.start({
      program: PROGRAM,
      args: ['wait'],
      document,
      folders: [],
      limits: LIMITS,
    });
    const end = once(started.messages, 'close');
    started.messages.resume();
    await new Promise((resolve) => setTimeout(resolve, 300));
    started.kill();
    await end;
    expect(await started.ended).toMatchObject({ signal: 'SIGKILL' });
    await started.cleanUp();
  });
});

describe('prepareSandbox', () => {
  it('refuses in mode “required” when a layer is missing, and says which', async () => {
    const weak = [new UtilLinux(false)];
    const refusal = await prepareSandbox('required', weak).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SandboxMissingError);
    expect(String(refusal)).toContain('MISSING  network: the network is reachable');
    const { missing: layers } = await prepareSandbox('available', weak);
    expect(layers.map(({ layer }) => layer)).toEqual(
      expect.arrayContaining(['files', 'processes', 'network']),
    );
  });
});
