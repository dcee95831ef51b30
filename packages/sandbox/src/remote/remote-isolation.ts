import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encodeFrame, framesOf, type Frame } from '../process/frames.js';
import { SandboxUnavailableError } from '../process/sandbox-error.js';
import type { Ending, Isolation, ProcessRequest, SandboxProcess } from '../process/sandbox-process.js';
import { REMOTE_LIMITS, RemoteAnswer, type RemoteRequest } from './remote-protocol.js';

/** The longest wait until the server has taken the document and started the process. */
const START_MS = 60_000;
const READ = { highWaterMark: 1024 * 1024 };

/**
 * Isolation by a sandbox server in a container of its own. It is reached by a socket in a folder that both containers share; the document
 * goes through the socket too, so that the server sees nothing else of this container.
 */
export class RemoteIsolation implements Isolation {
  readonly name = 'sandbox server';

  constructor(private readonly socketPath: string) {}

  async start({ program, document, limits }: ProcessRequest): Promise<SandboxProcess> {
    const documentBytes = document === null ? null : (await stat(document)).size;
    const socket = await connected(this.socketPath);
    try {
      const frames = framesOf(socket, REMOTE_LIMITS);
      const request: RemoteRequest = { program: program.name, documentBytes, limits };
      const starting = firstAnswer(frames);
      starting.catch(() => undefined);
      socket.write(encodeFrame(request));
      if (document !== null) await pipeline(createReadStream(document, READ), socket, { end: false });
      return processOf(socket, frames, await starting);
    } catch (error) {
      socket.destroy();
      throw new SandboxUnavailableError(`the sandbox server starts no process: ${String(error)}`, {
        cause: error,
      });
    }
  }
}

async function connected(socketPath: string): Promise<Socket> {
  const socket = connect(socketPath);
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect');
  } catch (error) {
    throw new SandboxUnavailableError(`no sandbox server at ${socketPath}`, { cause: error });
  }
  return socket;
}

/** @throws Error if the server refuses, is silent or ends the connection */
async function firstAnswer(frames: AsyncGenerator<Frame>): Promise<RemoteAnswer & { type: 'started' }> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), START_MS);
  });
  try {
    const next = await Promise.race([frames.next(), silence]);
    if (next.done) throw new Error('the connection ended');
    const answer = RemoteAnswer.parse(next.value.message);
    if (answer.type === 'refused') throw new Error(answer.reason);
    if (answer.type !== 'started') throw new Error(`unexpected answer ${answer.type}`);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

function processOf(
  socket: Socket,
  frames: AsyncGenerator<Frame>,
  { document, workDir }: RemoteAnswer & { type: 'started' },
): SandboxProcess {
  let end: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => (end = resolve));
  const lost = (cause: unknown): Ending => ({
    code: null,
    signal: null,
    stderr: 'the connection to the sandbox server ended',
    isOutOfMemory: false,
    cause,
  });
  socket.once('close', () => end(lost(new SandboxUnavailableError('the connection ended'))));
  async function* output(): AsyncGenerator<Buffer> {
    for await (const { message, attachments } of frames) {
      const answer = RemoteAnswer.parse(message);
      if (answer.type === 'output') yield* attachments;
      if (answer.type === 'ended') return end(answer);
    }
  }
  return {
    stdin: socket,
    messages: Readable.from(output(), { objectMode: false }),
    document,
    workDir,
    ended,
    kill: () => socket.destroy(),
    cleanUp: () => Promise.resolve(),
  };
}
