import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { prepareSandbox } from '@hamkhan/sandbox/launch/sandbox';
import { SandboxSource } from '@hamkhan/sandbox/launch/sandbox-source';
import { PictureDecoder } from '@hamkhan/sandbox/pictures/picture-decoder';
import { RemoteIsolation } from '@hamkhan/sandbox/remote/remote-isolation';
import { makeTextPdf } from '@hamkhan/testing/fixtures/make-text-pdf';
import { waitFor } from '@hamkhan/testing/wait-for';
import type { ConversionJob } from '../../src/document-converter.js';
import { SandboxConverter } from '../../src/sandbox/sandbox-converter.js';
import { SANDBOX_DEFAULTS } from '../../src/sandbox/sandbox-defaults.js';

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

describe('the sandbox server', () => {
  let folder = '';
  let socketPath = '';
  let server: ChildProcess;
  let job: ConversionJob;

  /** Only with what a container without secrets gives it. */
  const startServer = async (): Promise<void> => {
    await rm(socketPath, { force: true });
    const env = { SANDBOX: 'available', SANDBOX_SOCKET: socketPath, TMPDIR: folder };
    server = spawn(process.execPath, [MAIN], { env, stdio: 'ignore' });
    await waitFor('the socket', () => Promise.resolve(existsSync(socketPath)), 30_000);
  };
  const remote = () =>
    new SandboxSource(() => prepareSandbox('available', [new RemoteIsolation(socketPath)]));
  const stopServer = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-server-'));
    socketPath = join(folder, 'converter.sock');
    const file = join(folder, 'book.pdf');
    await writeFile(file, await makeTextPdf({ pages: 3 }));
    const { signal } = new AbortController();
    job = { file, kind: 'pdf', language: 'en', isAwaited: true, signal };
    await startServer();
  });
  afterAll(async () => {
    await stopServer();
    await rm(folder, { recursive: true, force: true });
  });

  it('reports isolation as a process of its own finds it, and reads documents as a local sandbox does', async () => {
    const sandbox = await prepareSandbox('available', [new RemoteIsolation(socketPath)]);
    const local = await prepareSandbox('available');
    const held = (of: typeof local) => of.layers.filter(({ holds }) => holds).map(({ layer }) => layer);
    expect(held(sandbox)).toEqual(held(local));
    const read = async (converter: SandboxConverter) => {
      const inspection = await converter.inspect(job);
      const pages: unknown[] = [];
      for await (const page of converter.extract(job, { from: 0, to: 2 })) pages.push(page);
      const sizes: number[][] = [];
      for await (const { images } of converter.render(job, { from: 1, to: 1 })) {
        sizes.push(images.map(({ width }) => width));
      }
      return { inspection, pages, sizes };
    };
    const remote = await read(new SandboxConverter(SANDBOX_DEFAULTS, SandboxSource.of(sandbox)));
    expect(remote).toEqual(await read(new SandboxConverter(SANDBOX_DEFAULTS, SandboxSource.of(local))));
    expect(remote.pages).toHaveLength(3);
    expect(remote.sizes).toEqual([[320, 800, 1400]]);
  });

  it('decodes pictures', async () => {
    const decoder = new PictureDecoder(remote());
    const options = { side: 64, quality: 80 };
    const square = await decoder.centreSquare(createCanvas(100, 50).toBuffer('image/png'), options);
    const image = await loadImage(square ?? Buffer.alloc(0));
    expect([image.width, image.height]).toEqual([64, 64]);
    expect(await decoder.centreSquare(Buffer.from('no picture'), options)).toBeNull();
  });

  it('fails its jobs as an outage when it is killed, and serves again after a restart', async () => {
    const converter = new SandboxConverter(SANDBOX_DEFAULTS, remote());
    const pages = converter.extract(job, { from: 0, to: 2 });
    await pages.next();
    await stopServer();
    const outage = { cause: { code: 'ECONNREFUSED' } };
    await expect(Promise.all([pages.next(), pages.next(), pages.next()])).rejects.toMatchObject(outage);
    await expect(converter.inspect(job)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await startServer();
    expect(await converter.inspect(job)).toMatchObject({ totalPages: 3 });
  });

  it('refuses to start with an invalid configuration', async () => {
    const env = { SANDBOX: 'nonsense', SANDBOX_SOCKET: socketPath };
    const refused = spawn(process.execPath, [MAIN], { env, stdio: 'ignore' });
    const [code] = (await once(refused, 'exit')) as [number];
    expect(code).toBe(78);
  });
});
