import { once } from 'node:events';
import { chmod, open, rm, unlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { decodeFrame, encodeFrame, FRAME_HEADER_BYTES, frameBytes } from '../process/frames.js';
import type { Isolation, Program, SandboxProcess } from '../process/sandbox-process.js';
import { JOB_FOLDERS, makeProcessFolder } from '../temporary-folder/process-folder.js';
import { ByteReader } from './byte-reader.js';
import { REMOTE_LIMITS, RemoteRequest, type RemoteAnswer } from './remote-protocol.js';
import { writeChunk } from './write-chunk.js';

/** The longest wait for the next bytes of a request or document. */
const RECEIVE_MS = 20_000;

export type ServerOptions = {
  isolation: Isolation;
  /** The programs that clients may start; others are refused. */
  programs: readonly Program[];
  /** Folders that every program sees. */
  folders: readonly string[];
  /** Jobs at once; more are refused, and their clients try again later. */
  jobs: number;
  documentBytes: number;
  /** The most that a client may ask for. */
  cpuSeconds: number;
  memoryMb: number;
  /** The longest time of a job, milliseconds. */
  jobMs: number;
  log: (text: string) => void;
};

/**
 * Starts isolated processes for clients of other containers, one for each connection. It reads requests and copies bytes; what a process
 * sends is only passed on. Ends the process when its client leaves, and removes the document.
 */
export class SandboxServer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private jobs = 0;

  constructor(private readonly options: ServerOptions) {
    this.server = createServer((socket) => void this.serve(socket));
  }

  /** Listens at the path of a socket. Everybody who sees the folder may connect: containers share it on purpose. */
  async listen(socketPath: string): Promise<void> {
    await unlink(socketPath).catch(() => undefined);
    this.server.listen(socketPath);
    await once(this.server, 'listening');
    await chmod(socketPath, 0o666);
  }

  /** Stops listening and ends all jobs. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async serve(socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    try {
      const reader = new ByteReader(socket);
      socket.setTimeout(RECEIVE_MS, () => socket.destroy());
      const request = await readRequest(reader);
      if (this.jobs >= this.options.jobs) return answer(socket, { type: 'refused', reason: 'too many jobs' });
      this.jobs += 1;
      try {
        await this.work(socket, reader, request);
      } finally {
        this.jobs -= 1;
      }
    } catch (error) {
      this.options.log(`job failed: ${String(error).slice(0, 500)}`);
      if (!socket.destroyed) answer(socket, { type: 'refused', reason: 'the request failed' });
    } finally {
      socket.end();
      socket.destroySoon();
    }
  }

  private async work(socket: Socket, reader: ByteReader, request: RemoteRequest): Promise<void> {
    const { isolation, programs, folders, cpuSeconds, memoryMb } = this.options;
    const program = programs.find(({ name }) => name === request.program);
    if (!program) throw new Error(`unknown program ${request.program}`);
    const folder = await makeProcessFolder(JOB_FOLDERS);
    try {
      const document = await this.receive(reader, request.documentBytes, folder);
      socket.setTimeout(0);
      const limits = {
        ...request.limits,
        cpuSeconds: Math.min(request.limits.cpuSeconds, cpuSeconds),
        memoryMb: Math.min(request.limits.memoryMb, memoryMb),
      };
      await this.connect(socket, reader, await isolation.start({ program, document, folders, limits }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Stores the document of a job. */
  private async receive(reader: ByteReader, bytes: number | null, folder: string): Promise<string | null> {
    if (bytes === null) return null;
    if (bytes > this.options.documentBytes) throw new Error(`a document of ${bytes} bytes`);
    const path = join(folder, 'document');
    const file = await open(path, 'wx', 0o644);
    try {
      for (let missing = bytes; missing > 0;) {
        const chunk = await reader.some(missing);
        await file.write(chunk);
        missing -= chunk.length;
      }
    } finally {
      await file.close();
    }
    return path;
  }

  /** Passes bytes between a client and its process until one of them ends. */
  private async connect(socket: Socket, reader: ByteReader, started: SandboxProcess): Promise<void> {
    const { document, workDir } = started;
    const timer = setTimeout(started.kill, this.options.jobMs);
    socket.once('close', started.kill);
    if (socket.destroyed) started.kill();
    try {
      answer(socket, { type: 'started', document, workDir });
      void passInput(reader, started);
      for await (const chunk of started.messages as AsyncIterable<Buffer>) {
        await writeChunk(socket, encodeFrame({ type: 'output' } satisfies RemoteAnswer, [chunk]));
        if (socket.destroyed) break;
      }
      const { code, signal, stderr, isOutOfMemory } = await started.ended;
      answer(socket, { type: 'ended', code, signal, stderr, isOutOfMemory });
    } finally {
      clearTimeout(timer);
      started.kill();
      await started.cleanUp();
    }
  }
}

const answer = (socket: Socket, message: RemoteAnswer): void => void socket.write(encodeFrame(message));

async function readRequest(reader: ByteReader): Promise<RemoteRequest> {
  const header = await reader.exactly(FRAME_HEADER_BYTES);
  const body = await reader.exactly(frameBytes(header, REMOTE_LIMITS) - header.length);
  return RemoteRequest.parse(decodeFrame(Buffer.concat([header, body]), REMOTE_LIMITS).message);
}

/** What the client sends after the document, until it leaves. */
async function passInput(reader: ByteReader, { stdin, kill }: SandboxProcess): Promise<void> {
  try {
    for (;;) {
      await writeChunk(stdin, await reader.some(64 * 1024));
    }
  } catch {
    kill();
  }
}
