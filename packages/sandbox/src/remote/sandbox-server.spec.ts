import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeFrame, framesOf } from '../process/frames.js';
import { messagesOf } from '../process/messages.js';
import { SandboxUnavailableError } from '../process/sandbox-error.js';
import type { Ending, Isolation, ProcessRequest, SandboxProcess } from '../process/sandbox-process.js';
import { RemoteIsolation } from './remote-isolation.js';
import { SandboxServer } from './sandbox-server.js';

const PROGRAM = { name: 'echo', entry: '/programs/echo.js' };
const LIMITS = { cpuSeconds: 1_000, memoryMb: 9_999, isAwaited: true };
const watch = { silenceMs: 10_000, messages: 10, signal: new AbortController().signal };
const { signal: never } = new AbortController();

/** Answers each message with the message, its request and the document; ends itself at `end`. */
class EchoIsolation implements Isolation {
  readonly name = 'echo';
  readonly requests: ProcessRequest[] = [];
  killed = 0;

  async start(request: ProcessRequest): Promise<SandboxProcess> {
    this.requests.push(request);
    const document = request.document && (await readFile(request.document, 'latin1'));
    const [stdin, messages] = [new PassThrough(), new PassThrough()];
    let end: (ending: Ending) => void = () => undefined;
    const ended = new Promise<Ending>((resolve) => (end = resolve));
    const finish = (ending: Partial<Ending>): void => {
      end({ code: 0, signal: null, stderr: '', isOutOfMemory: false, ...ending });
      messages.end();
    };
    const echo = async (): Promise<void> => {
      for await (const { message } of framesOf(stdin)) {
        if (message === 'end') return finish({ code: 3, stderr: 'last words' });
        messages.write(encodeFrame({ message, document }, [Buffer.alloc(300_000, 7)]));
      }
    };
    void echo();
    return {
      stdin,
      messages,
      document: '/document',
      workDir: '/work',
      ended,
      kill: () => {
        this.killed += 1;
        finish({ code: null, signal: 'SIGKILL' });
      },
      cleanUp: () => Promise.resolve(),
    };
  }
}

describe('SandboxServer', () => {
  let folder = '';
  let socketPath = '';
  let isolation: EchoIsolation;
  let server: SandboxServer;
  let client: RemoteIsolation;
  const log: string[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-server-'));
    socketPath = join(folder, 'server.sock');
    isolation = new EchoIsolation();
    client = new RemoteIsolation(socketPath);
    server = new SandboxServer({
      isolation,
      programs: [PROGRAM],
      folders: ['/data'],
      jobs: 2,
      documentBytes: 1_000_000,
      cpuSeconds: 60,
      memoryMb: 500,
      jobMs: 60_000,
      log: (text) => log.push(text),
    });
    await server.listen(socketPath);
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const request = (changes: Partial<ProcessRequest> = {}): ProcessRequest => ({
    program: PROGRAM,
    document: null,
    folders: ['/etc'],
    limits: LIMITS,
    ...changes,
  });
  const documentOf = async (content: string): Promise<string> => {
    const path = join(folder, 'upload');
    await writeFile(path, content, 'latin1');
    return path;
  };
  const until = async (isTrue: () => boolean): Promise<void> => {
    for (let turn = 0; !isTrue(); turn += 1) {
      if (turn > 1_000) throw new Error('it did not happen');
      await delay(10);
    }
  };

  it('passes a document to a process, and messages both ways', async () => {
    const content = 'a book '.repeat(100_000);
    const started = await client.start(request({ document: await documentOf(content) }));
    expect([started.document, started.workDir]).toEqual(['/document', '/work']);
    started.stdin.write(encodeFrame('one'));
    for await (const { message, attachments } of messagesOf(started, (frame) => frame, watch)) {
      expect(message).toEqual({ message: 'one', document: content });
      expect(attachments.map(({ length }) => length)).toEqual([300_000]);
      break;
    }
    const [{ document }] = isolation.requests as [ProcessRequest];
    await until(() => isolation.killed > 0 && !existsSync(dirname(document ?? '')));
    expect(await readdir(dirname(dirname(document ?? '')))).not.toContain('document');
  });

  it('takes limits and folders from its own configuration, whatever a client asks for', async () => {
    const started = await client.start(request());
    started.kill();
    expect(isolation.requests).toEqual([
      {
        program: PROGRAM,
        document: null,
        folders: ['/data'],
        limits: { ...LIMITS, cpuSeconds: 60, memoryMb: 500 },
      },
    ]);
  });

  it('tells how a process ended', async () => {
    const started = await client.start(request());
    started.stdin.write(encodeFrame('end'));
    started.messages.resume();
    expect(await started.ended).toMatchObject({ code: 3, signal: null, stderr: 'last words' });
  });

  it.each([
    [
      'a program that it does not know',
      () => Promise.resolve(request({ program: { name: 'sh', entry: '/bin/sh' } })),
    ],
    [
      'a document beyond the limit',
      async () => request({ document: await documentOf('x'.repeat(1_000_001)) }),
    ],
  ])('refuses %s', async (_, make) => {
    await expect(client.start(await make())).rejects.toThrow(SandboxUnavailableError);
    expect(isolation.requests).toEqual([]);
  });

  it('refuses more jobs than it may run, until one ends', async () => {
    const [first] = await Promise.all([client.start(request()), client.start(request())]);
    await expect(client.start(request())).rejects.toThrow('too many jobs');
    first?.kill();
    await until(() => isolation.killed > 0);
    await delay(50);
    (await client.start(request())).kill();
    expect(isolation.requests).toHaveLength(3);
  });

  it('ends the process when its client leaves', async () => {
    const started = await client.start(request());
    started.kill();
    await until(() => isolation.killed > 0);
    expect(await started.ended).toMatchObject({ cause: expect.any(SandboxUnavailableError) });
  });

  it.each<[string, Buffer]>([
    ['noise', Buffer.alloc(100, 0xff)],
    ['another message', encodeFrame({ program: 'echo' })],
    ['half a header', Buffer.alloc(3)],
    ['nothing', Buffer.alloc(0)],
    ['half a document', encodeFrame({ program: 'echo', documentBytes: 500, limits: LIMITS })],
  ])('serves others after a client that sent %s and left', async (_, bytes) => {
    const socket = connect(socketPath);
    socket.on('error', () => undefined);
    socket.resume().end(bytes);
    await until(() => socket.closed);
    (await client.start(request())).kill();
    expect(isolation.requests).toHaveLength(1);
  });

  it('is missed with an error that callers retry', async () => {
    const started = await client.start(request());
    const messages = messagesOf(started, (frame) => frame, { ...watch, signal: never });
    await server.close();
    await expect(new RemoteIsolation(socketPath).start(request())).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    started.kill();
    await expect(messages.next()).rejects.toMatchObject({ reason: 'crashed' });
  });
});
