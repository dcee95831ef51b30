import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxSource } from '../launch/sandbox-source.js';
import { encodeFrame, type Frame } from '../process/frames.js';
import { messagesOf } from '../process/messages.js';
import { programOf } from '../process/program.js';
import { SandboxError, SandboxUnavailableError } from '../process/sandbox-error.js';
import { JOB_FOLDERS, makeProcessFolder } from '../temporary-folder/process-folder.js';
import { PictureAnswer, type PictureJob } from './picture-protocol.js';

/** The program that decodes one picture. */
export const PICTURES = programOf(import.meta.url, 'pictures', 'pictures/picture-main');

const LIMITS = { cpuSeconds: 15, memoryMb: 640, isAwaited: true };
const SILENCE_MS = 15_000;
const MAX_PICTURE_BYTES = 1024 * 1024;

/** Decodes uploaded pictures in processes of the sandbox: decoders are native code, and the files are hostile. */
export class PictureDecoder {
  constructor(private readonly sandbox: SandboxSource) {}

  /**
   * The centre square of a picture as WebP, upright, without metadata; null if the picture can't be decoded within the limits.
   *
   * @throws SandboxUnavailableError if no process can be started at present
   */
  async centreSquare(
    picture: Buffer,
    { side, quality }: { side: number; quality: number },
  ): Promise<Buffer | null> {
    const frame = await this.run(picture, (file) => ({ name: 'square', file, side, quality }));
    return frame && pictureIn(frame);
  }

  /** Whether a picture can be decoded within the limits. @throws SandboxUnavailableError as `centreSquare` */
  async canDecode(picture: Buffer): Promise<boolean> {
    const frame = await this.run(picture, (file) => ({ name: 'check', file }));
    return PictureAnswer.safeParse(frame?.message).data?.type === 'decoded';
  }

  /** The answer of a process; null if it gives none, because the file broke it. */
  private async run(picture: Buffer, jobOf: (file: string) => PictureJob): Promise<Frame | null> {
    const folder = await makeProcessFolder(JOB_FOLDERS);
    try {
      const document = join(folder, 'picture');
      await writeFile(document, picture, { mode: 0o644 });
      return await this.ask(document, jobOf);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      if (error.cause instanceof SandboxUnavailableError) throw error.cause;
      return null;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async ask(document: string, jobOf: (file: string) => PictureJob): Promise<Frame | null> {
    const { isolation } = await this.sandbox.get();
    const started = await isolation.start({ program: PICTURES, document, folders: [], limits: LIMITS });
    try {
      started.stdin.write(encodeFrame(jobOf(started.document)));
      const { signal } = new AbortController();
      const limits = { silenceMs: SILENCE_MS, messages: 1, signal };
      for await (const frame of messagesOf(started, (received) => received, limits)) return frame;
      return null;
    } finally {
      started.kill();
      await started.cleanUp();
    }
  }
}

/** The picture in an answer, or null. A hostile file may control the process, so nothing but a small WebP is accepted. */
function pictureIn({ message, attachments: [bytes, ...more] }: Frame): Buffer | null {
  if (PictureAnswer.safeParse(message).data?.type !== 'picture' || !bytes || more.length > 0) return null;
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp && bytes.length <= MAX_PICTURE_BYTES ? bytes : null;
}
